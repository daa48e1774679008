import { toShown } from "@countersign/api";
import { type CommandId, EMPTY_FIELD, REVIEW_COMMANDS } from "@countersign/review";
import type { InputLine, Model } from "../model/model.ts";
import type { Move } from "../model/move.ts";
import { changeFront, frontPanel } from "../model/panel-state.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../model/step.ts";
import type { CommandHandlers } from "../panel/define-panel.ts";
import { isEmptyBoard } from "../panels/board/board-state.ts";
import { modeIndex } from "../panels/choices/choice-panels.ts";
import { approveCurrent, undoLast } from "../session/decide.ts";
import { navigateWithGuard, neighbourTask, showTask } from "../session/review-session.ts";
import { isNewerJustSeen, withFormSubject } from "../session/shown-round.ts";
import { scrollFront } from "../widgets/scrolled-text.ts";
import { panelCommand, panelInFront, taskInFront } from "./panels.ts";

/** The commands that belong to no panel. */
const COMMON_COMMANDS: CommandHandlers = {
  "review.approve": approveCurrent,
  "review.next": (model) => withoutEffects(turnToTask(model, 1)),
  "review.previous": (model) => withoutEffects(turnToTask(model, -1)),
  "review.undo": undoLast,
  "review.why": (model) => openAbout(model, "why"),
  "review.mode": (model) => openAbout(model, "mode"),
  "review.ask": requestReview,
  "review.later": (model) =>
    isFirstRun(model) ? leaveFor(model, "tour") : openAbout(model, "later"),
  "review.override": (model) => withoutEffects(openLine(withFormSubject(model), "override")),
  "task.copyId": copyId,
  "task.output": (model) => openAbout(model, "output"),
  "task.worktree": openWorktree,
  "task.comment": (model) => withoutEffects(openLine(model, "remark")),
  "board.worktree": (model) => checkLocalWork(model, "worktree"),
  "board.branch": (model) => checkLocalWork(model, "branch"),
  "nav.down": (model) => withoutEffects(moveInPanel(model, { by: "line", count: 1 })),
  "nav.up": (model) => withoutEffects(moveInPanel(model, { by: "line", count: -1 })),
  "nav.top": (model) => withoutEffects(moveInPanel(model, { by: "all", count: -1 })),
  "nav.end": (model) => withoutEffects(moveInPanel(model, { by: "all", count: 1 })),
  "nav.halfDown": (model) => withoutEffects(moveInPanel(model, { by: "half", count: 1 })),
  "nav.halfUp": (model) => withoutEffects(moveInPanel(model, { by: "half", count: -1 })),
  "nav.pageDown": (model) => withoutEffects(moveInPanel(model, { by: "page", count: 1 })),
  "nav.space": (model) => withoutEffects(moveInPanel(model, { by: "page", count: 1 })),
  "nav.pageUp": (model) => withoutEffects(moveInPanel(model, { by: "page", count: -1 })),
  "pane.next": (model) => withoutEffects(turnPane(model, 1)),
  "pane.previous": (model) => withoutEffects(turnPane(model, -1)),
  "list.filter": (model) => withoutEffects(openLine(model, "filter")),
  "app.command": (model) => withoutEffects(openLine(model, "command")),
  "app.redraw": (model) => withEffect(model, { type: "redraw" }, { type: "refresh" }),
  "app.back": goBack,
  "app.close": closePanel,
  "app.mouse": toggleMouse,
  "app.stop": (model) => withEffect(model, { type: "stop" }),
  "app.quit": (model) => withEffect(model, { type: "leave" }),
};

/** Runs a command, called by a key or by its name. The panel in front may override it. */
export function runCommand(model: Model, command: CommandId): ModelStep {
  const handler =
    panelInFront(model).commands?.[command] ?? COMMON_COMMANDS[command] ?? panelCommand(command);
  if (handler !== undefined) return handler(model);
  return withoutEffects(showNotice(model, `${REVIEW_COMMANDS[command].does}: not here.`));
}

/** Moves through the panel in front. */
export function moveInPanel(model: Model, step: Move): Model {
  return (panelInFront(model).move ?? scrollFront)(model, step);
}

function turnPane(model: Model, by: -1 | 1): Model {
  return panelInFront(model).turnPane?.(model, by) ?? model;
}

function openLine(model: Model, is: InputLine["is"]): Model {
  const field = is === "filter" ? { text: model.filter, at: model.filter.length } : EMPTY_FIELD;
  return { ...model, line: { is, field } };
}

/** Checks whether the board is empty; its keys then offer other actions. */
function isFirstRun(model: Model): boolean {
  return frontPanel(model) === "board" && model.data.inboxRead && isEmptyBoard(model);
}

function leaveFor(model: Model, next: NonNullable<Model["next"]>): ModelStep {
  return withEffect({ ...model, next }, { type: "leave" });
}

/** Leaves the board to check local work; refused while the board has tasks. */
function checkLocalWork(model: Model, next: "worktree" | "branch"): ModelStep {
  if (isFirstRun(model)) return leaveFor(model, next);
  const command = next === "worktree" ? "gate check --worktree" : "gate check";
  return withoutEffects(
    showNotice(model, `It is for a board without tasks. Here: countersign ${command}`),
  );
}

/** Opens a panel for the task that is selected in the panel in front. */
function openAbout(model: Model, panel: "why" | "mode" | "later" | "output"): ModelStep {
  const task = taskInFront(model);
  if (task === null) return withoutEffects(showNotice(model, "Select a task first.", "warn"));
  const next = navigateWithGuard(
    { ...model, review: { ...model.review, current: task } },
    { type: "OPEN", panel },
  );
  const mode = model.data.views.get(task)?.round?.plan?.mode;
  const chosen = panel === "mode" ? changeFront(next, { at: modeIndex(mode) }) : next;
  return withoutEffects(withFormSubject(chosen));
}

/** Requests more reviewers for the selected task, as shown. */
function requestReview(model: Model): ModelStep {
  const task = taskInFront(model);
  const view = task === null ? undefined : model.data.views.get(task);
  if (task === null || view === undefined)
    return withoutEffects(
      showNotice(model, "Select a task first; it may still be being read.", "warn"),
    );
  if (isNewerJustSeen(model))
    return withoutEffects(showNotice(model, "There is a newer round.", "warn"));
  return withEffect(model, { type: "send", sending: { act: "review", task, ...toShown(view) } });
}

/** Opens a shell in the worktree of the agent. */
function openWorktree(model: Model): ModelStep {
  const task = taskInFront(model);
  if (task === null) return withoutEffects(showNotice(model, "Select a task first.", "warn"));
  const directory = model.data.lines.get(task)?.location?.worktree ?? null;
  if (directory === null)
    return withoutEffects(
      showNotice(model, `${task} has no worktree: its work was submitted from a branch.`, "warn"),
    );
  return withEffect(model, { type: "shell", directory });
}

function turnToTask(model: Model, by: -1 | 1): Model {
  const next = neighbourTask(model, by);
  if (next === null)
    return showNotice(model, by === 1 ? "This is the last task." : "This is the first task.");
  return showTask(model, next);
}

function copyId(model: Model): ModelStep {
  const text = model.review.current;
  if (text === null) return withoutEffects(model);
  return withEffect(showNotice(model, `copied ${text}`), { type: "copy", text });
}

/** Without mouse support, the terminal's own selection works without Shift. */
function toggleMouse(model: Model): ModelStep {
  const mouse = !model.mouse;
  const noticed = showNotice({ ...model, mouse }, mouse ? "The mouse is on." : "The mouse is off.");
  return withEffect(noticed, { type: "mouse", on: mouse });
}

function goBack(model: Model): ModelStep {
  if (frontPanel(model) !== "board")
    return withoutEffects(navigateWithGuard(model, { type: "BACK" }));
  return withoutEffects({ ...model, filter: "" });
}

/** Closes the panel in front; on the board, the program. */
function closePanel(model: Model): ModelStep {
  return frontPanel(model) === "board" ? withEffect(model, { type: "leave" }) : goBack(model);
}
