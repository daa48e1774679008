import type { PanelId } from "@countersign/review";
import {
  type CommandId,
  editField,
  firstKey,
  isCommandId,
  REVIEW_COMMANDS,
} from "@countersign/review";
import type { InputLine, Model } from "../model/model.ts";
import { frontPanel } from "../model/panel-state.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../model/step.ts";
import { exportTo } from "../panels/activity/activity-panel.ts";
import { addComment, dismissFinding } from "../panels/diff/note-commands.ts";
import { overrideCurrent } from "../session/decide.ts";
import { commentOnTask } from "../session/drafts.ts";
import { openSingleTask } from "../session/review-session.ts";
import { runCommand } from "./run-command.ts";

/** Handles a key in the input line. */
export function typeInLine(model: Model, line: InputLine, key: string): ModelStep {
  if (key === "Esc") return withoutEffects(cancel(model, line));
  if (key === "Enter") return finish({ ...model, line: null }, line);
  if (key === "Tab" && line.is === "command") return withoutEffects(complete(model, line));
  const field = editField(line.field, key, false);
  if (field === null) return withoutEffects(model);
  const next = { ...model, line: { ...line, field } };
  return withoutEffects(line.is === "filter" ? { ...next, filter: field.text } : next);
}

function cancel(model: Model, line: InputLine): Model {
  return { ...model, line: null, filter: line.is === "filter" ? "" : model.filter };
}

function finish(model: Model, { is, field }: InputLine): ModelStep {
  const text = field.text.trim();
  if (is === "filter") return withoutEffects({ ...model, filter: text });
  if (is === "comment") return withoutEffects(addComment(model, text));
  if (is === "remark") return withoutEffects(commentOnTask(model, text));
  if (is === "dismiss") return dismissFinding(model, text);
  if (is === "export") return exportTo(model, text);
  return is === "override" ? overrideCurrent(model, text) : commandLine(model, text);
}

/** Runs the text after `:`: a command name, a task id, or `quit`. */
function commandLine(model: Model, text: string): ModelStep {
  if (text === "") return withoutEffects(model);
  if (text === "q" || text === "quit") return withEffect(model, { type: "leave" });
  if (model.data.lines.has(text)) return withoutEffects(openSingleTask(model, text));
  const found = commandsLike(model, text);
  const [first] = found;
  if (isCommandId(text))
    return isHere(model, text) ? runCommand(model, text) : notHere(model, text);
  if (found.length === 1 && first !== undefined) return runCommand(model, first);
  const hint =
    found.length === 0
      ? `[${firstKey(model.keymap, "app.help")}] lists them`
      : found.slice(0, 4).join(", ");
  return withoutEffects(showNotice(model, `No command ${text}: ${hint}`, "warn"));
}

/** Panels whose commands act on their selection; they run only while the panel is in front. */
const OWN: ReadonlySet<PanelId> = new Set(["planning", "sprint", "stop", "reviewers", "merges"]);

function isHere(model: Model, id: CommandId): boolean {
  const { in: where } = REVIEW_COMMANDS[id];
  if (where === "everywhere") return true;
  const places: readonly PanelId[] = where;
  return places.includes(frontPanel(model)) || !places.every((panel) => OWN.has(panel));
}

function notHere(model: Model, id: CommandId): ModelStep {
  return withoutEffects(showNotice(model, `${REVIEW_COMMANDS[id].does}: not here.`, "warn"));
}

/** Finds commands by a part of their name, except those that decide. */
function commandsLike(model: Model, text: string): CommandId[] {
  return Object.keys(REVIEW_COMMANDS)
    .filter(isCommandId)
    .filter((id) => id.includes(text) && !("decides" in REVIEW_COMMANDS[id]) && isHere(model, id));
}

function complete(model: Model, line: InputLine): Model {
  const [first] = commandsLike(model, line.field.text.trim());
  if (first === undefined) return model;
  return { ...model, line: { ...line, field: { text: first, at: first.length } } };
}
