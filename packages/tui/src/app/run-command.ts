import { shownOf } from "@countersign/api";
import type { PanelId } from "@countersign/review";
import { COMMANDS, type CommandId, EMPTY_FIELD } from "@countersign/review";
import { beginExport, openTaskOfEntry, showKind } from "../activity/activity-commands.ts";
import {
  moveCard,
  moveColumn,
  nextRepository,
  openCard,
  openReview,
} from "../board/board-commands.ts";
import { isEmptyBoard } from "../board/empty.ts";
import { chooseThis, MODES, moveChoice } from "../choose/choices.ts";
import { DIFF_COMMANDS, moveDiff, nameHere, openDiff, toggleSince } from "../diff/diff-commands.ts";
import { acceptTip, openMerges } from "../merges/merges-commands.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { approveCurrent, isNewerJustSeen, undoLast } from "../review/decide.ts";
import { withDeciding } from "../review/on-screen.ts";
import { go, showTask } from "../review/open-review.ts";
import {
  approveAll,
  approveConfirmed,
  moveSummary,
  nextOrder,
  oneByOne,
} from "../review/summary-commands.ts";
import { directReviewer, moveSeat, openDetails } from "../reviewers/reviewers-commands.ts";
import {
  changeNumber,
  movePlan,
  nextTarget,
  openAdding,
  startPlanned,
  toggleAll,
  togglePause,
  toggleTask,
} from "../sprint/plan-commands.ts";
import {
  askToStop,
  moveSprint,
  openSprint,
  openTaskOfSprint,
  pauseOrResume,
  stopSprint,
} from "../sprint/sprint-commands.ts";
import { sprintTaskHere } from "../sprint/sprint-tasks.ts";
import type { Line, Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { selectedCard } from "../store/tasks.ts";
import { type Move, moved } from "./move.ts";
import { turnPane } from "./turn-pane.ts";

type Handler = (model: Model) => Step;

const LINE: Move = { by: "line", count: 1 };

const HANDLERS: Readonly<Partial<Record<CommandId, Handler>>> = {
  "review.open": openReview,
  "review.approveAll": approveAll,
  "review.oneByOne": oneByOne,
  "review.approve": approveCurrent,
  "review.redo": (model) => only(openOver(withDeciding(model), "redo")),
  "review.reject": (model) =>
    only(openOver({ ...withDeciding(model), reason: EMPTY_FIELD }, "reject")),
  "review.diff": (model) => only(openDiff(model)),
  "review.next": (model) => only(turnTo(model, 1)),
  "review.previous": (model) => only(turnTo(model, -1)),
  "review.since": toggleSince,
  "review.undo": undoLast,
  "review.why": (model) => aboutTask(model, "why"),
  "review.order": nextOrder,
  "review.mode": (model) => aboutTask(model, "mode"),
  "review.ask": askForReview,
  "review.later": (model) =>
    isFirstRun(model) ? leaveFor(model, "tour") : aboutTask(model, "later"),
  "review.try": (model) => only(go(model, { type: "OPEN", panel: "try" })),
  "review.override": (model) => only(openLine(withDeciding(model), "override")),
  "confirm.yes": approveConfirmed,
  "task.open": openCard,
  "task.copyId": (model) =>
    copy(model, panelOf(model.panels) === "diff" ? nameHere(model) : model.review.current),
  "task.output": (model) => aboutTask({ ...model, scroll: 0 }, "output"),
  "task.worktree": goToWorktree,
  "board.repository": (model) => only(nextRepository(model)),
  "task.comment": (model) => only(openLine(model, "remark")),
  "board.worktree": (model) => checkHere(model, "worktree"),
  "board.branch": (model) => checkHere(model, "branch"),
  "board.left": (model) => only(moveColumn(model, -1)),
  "board.right": (model) => only(moveColumn(model, 1)),
  ...DIFF_COMMANDS,
  "nav.down": (model) => only(navigate(model, LINE)),
  "nav.up": (model) => only(navigate(model, { by: "line", count: -1 })),
  "nav.top": (model) => only(navigate(model, { by: "all", count: -1 })),
  "nav.end": (model) => only(navigate(model, { by: "all", count: 1 })),
  "nav.halfDown": (model) => only(navigate(model, { by: "half", count: 1 })),
  "nav.halfUp": (model) => only(navigate(model, { by: "half", count: -1 })),
  "nav.pageDown": (model) => only(navigate(model, { by: "page", count: 1 })),
  "nav.space": (model) => only(navigate(model, { by: "page", count: 1 })),
  "nav.pageUp": (model) => only(navigate(model, { by: "page", count: -1 })),
  "pane.next": (model) => turnPane(model, 1),
  "pane.previous": (model) => turnPane(model, -1),
  "choose.this": chooseThis,
  "activity.open": (model) => only(openOver(model, "activity")),
  "activity.task": openTaskOfEntry,
  "activity.follow": (model) => only({ ...model, scroll: 0 }),
  "activity.export": (model) => only(beginExport(model)),
  "activity.all": (model) => only(showKind(model, "all")),
  "activity.mine": (model) => only(showKind(model, "mine")),
  "activity.decisions": (model) => only(showKind(model, "decisions")),
  "activity.agents": (model) => only(showKind(model, "agents")),
  "activity.errors": (model) => only(showKind(model, "errors")),
  "sprint.open": (model) => only(openSprint(model)),
  "sprint.pause": pauseOrResume,
  "sprint.add": openAdding,
  "sprint.stop": askToStop,
  "sprint.stopNow": stopSprint,
  "plan.toggle": (model) => only(toggleTask(model)),
  "plan.all": (model) => only(toggleAll(model)),
  "plan.target": (model) => only(nextTarget(model)),
  "plan.more": (model) => only(changeNumber(model, 1)),
  "plan.less": (model) => only(changeNumber(model, -1)),
  "plan.pause": (model) => only(togglePause(model)),
  "plan.start": startPlanned,
  "sprint.task": openTaskOfSprint,
  "merges.open": openMerges,
  "merges.accept": acceptTip,
  "reviewers.retry": (model) => directReviewer(model, "retry"),
  "reviewers.cancel": (model) => directReviewer(model, "cancel"),
  "reviewers.task": openDetails,
  "list.filter": (model) => only(openLine(model, "filter")),
  "app.command": (model) => only(openLine(model, "command")),
  "app.help": (model) => only(openOver(model, "help")),
  "app.redraw": (model) => withEffect(model, { type: "redraw" }, { type: "refresh" }),
  "app.back": back,
  "app.close": close,
  "app.mouse": toggleMouse,
  "app.stop": (model) => withEffect(model, { type: "stop" }),
  "app.quit": (model) => withEffect({ ...model, leaving: true }, { type: "leave" }),
};

/** Every command, whether a key or a name asked for it. */
export function runCommand(model: Model, command: CommandId): Step {
  const handler = HANDLERS[command];
  if (handler !== undefined) return handler(model);
  return only(say(model, `${COMMANDS[command].does}: not here.`));
}

function openOver(model: Model, panel: "redo" | "reject" | "activity" | "help"): Model {
  return go({ ...model, preview: false }, { type: "OPEN", panel });
}

function openLine(model: Model, is: Line["is"]): Model {
  const field = is === "filter" ? { text: model.filter, at: model.filter.length } : EMPTY_FIELD;
  return { ...model, line: { is, field } };
}

/** Where there is nothing to put off, the same key shows how it would be. */
function isFirstRun(model: Model): boolean {
  return panelOf(model.panels) === "board" && model.data.inboxRead && isEmptyBoard(model);
}

function leaveFor(model: Model, next: NonNullable<Model["next"]>): Step {
  return withEffect({ ...model, leaving: true, next }, { type: "leave" });
}

/** Where there are tasks, nobody wants to leave them by a slip. */
function checkHere(model: Model, next: "worktree" | "branch"): Step {
  if (isFirstRun(model)) return leaveFor(model, next);
  const command = next === "worktree" ? "gate check --worktree" : "gate check";
  return only(say(model, `It is for a board without tasks. Here: countersign ${command}`));
}

/** Panels about one task take the one that is selected where they were opened. */
function aboutTask(model: Model, panel: "why" | "mode" | "later" | "output"): Step {
  const task = taskHere(model);
  if (task === null) return only(say(model, "Select a task first.", "warn"));
  const review = { ...model.review, current: task };
  const mode = model.data.views.get(task)?.round?.plan?.mode;
  const next = go({ ...model, review }, { type: "OPEN", panel });
  const choice =
    panel === "mode"
      ? Math.max(
          0,
          MODES.findIndex(([name]) => name === mode),
        )
      : 0;
  return only(withDeciding({ ...next, choice }));
}

/** Has further reviewers look at the task that is selected, as it is shown. */
function askForReview(model: Model): Step {
  const task = taskHere(model);
  const view = task === null ? undefined : model.data.views.get(task);
  if (task === null || view === undefined)
    return only(say(model, "Select a task first; it may still be being read.", "warn"));
  if (isNewerJustSeen(model)) return only(say(model, "There is a newer round.", "warn"));
  return withEffect(model, { type: "send", sending: { act: "review", task, ...shownOf(view) } });
}

function taskHere(model: Model): string | null {
  const panel = panelOf(model.panels);
  if (panel === "board") return selectedCard(model)?.task ?? null;
  if (panel === "sprint") return sprintTaskHere(model)?.task ?? null;
  return panel === "summary" ? model.review.selected : model.review.current;
}

/** Opens a shell where the agent works; elsewhere the command that goes there is copied. */
function goToWorktree(model: Model): Step {
  const task = taskHere(model);
  if (task === null) return only(say(model, "Select a task first.", "warn"));
  const directory = model.data.lines.get(task)?.location?.worktree ?? null;
  if (directory === null)
    return only(
      say(model, `${task} has no worktree: its work was submitted from a branch.`, "warn"),
    );
  return withEffect(model, { type: "shell", directory });
}

function turnTo(model: Model, by: -1 | 1): Model {
  const { queue, current } = model.review;
  const next = queue[queue.indexOf(current ?? "") + by];
  if (next === undefined)
    return say(model, by === 1 ? "This is the last task." : "This is the first task.");
  return showTask(model, next);
}

function copy(model: Model, text: string | null): Step {
  if (text === null) return only(model);
  return withEffect(say(model, `copied ${text}`), { type: "copy", text });
}

/** Off, the terminal's own selection works without Shift. */
function toggleMouse(model: Model): Step {
  const mouse = !model.mouse;
  const told = say({ ...model, mouse }, mouse ? "The mouse is on." : "The mouse is off.");
  return withEffect(told, { type: "mouse", on: mouse });
}

function back(model: Model): Step {
  if (panelOf(model.panels) === "diff" && model.diff.range !== null)
    return only({ ...model, diff: { ...model.diff, range: null } });
  if (panelOf(model.panels) !== "board") return only(go(model, { type: "BACK" }));
  return only({ ...model, filter: "" });
}

/** Like Esc, but it also leaves the board. */
function close(model: Model): Step {
  if (panelOf(model.panels) !== "board") return back(model);
  return withEffect({ ...model, leaving: true }, { type: "leave" });
}

type Mover = (model: Model, move: Move) => Model;

const MOVERS: Readonly<Partial<Record<PanelId, Mover>>> = {
  board: moveCard,
  summary: moveSummary,
  task: scrollTask,
  single: scrollTask,
  diff: moveDiff,
  mode: moveChoice,
  later: moveChoice,
  rounds: moveChoice,
  sprint: moveSprint,
  planning: movePlan,
  reviewers: moveSeat,
};

function navigate(model: Model, move: Move): Model {
  return (MOVERS[panelOf(model.panels)] ?? scrollText)(model, move);
}

/** Views cut what is beyond their end. */
const LONGEST = 100_000;

function scrollTask(model: Model, move: Move): Model {
  if (model.pane === 1) return scrollText(model, move);
  const scroll = moved(model.review.scroll, move, LONGEST, model.size.rows - 8);
  return { ...model, review: { ...model.review, scroll } };
}

function scrollText(model: Model, move: Move): Model {
  return { ...model, scroll: moved(model.scroll, move, LONGEST, model.size.rows - 8) };
}
