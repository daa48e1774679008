import type { CommandId } from "@countersign/review";
import {
  canDecide,
  DECISION_DELAY_MS,
  decisionKind,
  editField,
  findCommand,
  guardKeys,
  ignorePaste,
  insertText,
} from "@countersign/review";
import { panelOf } from "../panels/panel-machine.ts";
import { draftOf, pasteInForm, typeInForm } from "../redo/redo-form.ts";
import { redoCurrent, rejectCurrent } from "../review/decide.ts";
import { go } from "../review/open-review.ts";
import { jumpDigit } from "../review/summary-commands.ts";
import type { Model } from "../store/model.ts";
import { type Effect, only, type Step, say, withEffect } from "../store/step.ts";
import { typeInLine } from "./line-input.ts";
import { runCommand } from "./run-command.ts";

/** Keys as they came, several at once when the terminal sent them together. */
export function pressKeys(before: Model, keys: readonly string[]): Step {
  // A key that decides counts only if it is alone: another one right behind it takes it back.
  const model = { ...before, held: null };
  // What comes together with other keys is pasted: its line ends send nothing.
  if (isWriting(model))
    return each(model, keys.length > 1 ? keys.map(softened) : keys, pressInText);
  const guarded = guardKeys(model.guard, keys, model.nowMs);
  const next = { ...model, guard: guarded.guard };
  if (guarded.keys.length === 0) {
    const calmed = { ...next, held: null };
    return only(say(calmed, `ignored ${guarded.guard.ignored} keys, looked like a paste`, "warn"));
  }
  return each(next, guarded.keys, (one, key) => pressOutside(one, key, guarded.alone));
}

function softened(key: string): string {
  return key === "Enter" ? "Ctrl+J" : key;
}

/** One key after the other; what an earlier one opened is where the next one lands. */
function each(
  model: Model,
  keys: readonly string[],
  press: (model: Model, key: string) => Step,
): Step {
  const effects: Effect[] = [];
  let now = model;
  for (const key of keys) {
    const step = press(now, key);
    now = step.model;
    effects.push(...step.effects);
  }
  return { model: now, effects };
}

/** Whether keys write a text now. */
function isWriting(model: Model): boolean {
  if (model.line !== null) return true;
  const panel = panelOf(model.panels);
  return panel === "reject" || panel === "redo";
}

function pressOutside(model: Model, key: string, alone: boolean): Step {
  if (isWriting(model)) return only(model); // the rest of keys that came together is not a text
  const panel = panelOf(model.panels);
  if (panel === "summary" && /^[0-9]$/.test(key)) return only(jumpDigit(model, key));
  const command = findCommand(model.keymap, key, panel);
  if (command === null) return only(model);
  if (decisionKind(model.keymap, command) === null) return runCommand(model, command);
  if (!alone || isDead(model, command)) return only(model);
  const token = model.token + 1;
  const held = { ...model, token, held: { command, token } };
  return withEffect(held, { type: "wait_to_decide", token, ms: DECISION_DELAY_MS });
}

/** A key that decides for something, too soon after another screen appeared. */
function isDead({ keymap, guard, nowMs }: Model, command: CommandId): boolean {
  return decisionKind(keymap, command) === "for" && !canDecide(guard, nowMs);
}

/** The key that decides was alone: now it counts. */
export function fireHeld(model: Model, token: number): Step {
  const { held } = model;
  if (held === null || held.token !== token || isDead(model, held.command))
    return only({ ...model, held: held?.token === token ? null : held });
  return runCommand({ ...model, held: null }, held.command);
}

function pressInText(model: Model, key: string): Step {
  if (key === "Ctrl+C") return runCommand(model, "app.quit");
  if (model.line !== null) return typeInLine(model, model.line, key);
  return panelOf(model.panels) === "reject" ? pressInReason(model, key) : pressInRedo(model, key);
}

/** Nobody has read a form that appeared a moment ago. */
function isTooSoon({ guard, nowMs }: Model): boolean {
  return !canDecide(guard, nowMs);
}

function pressInReason(model: Model, key: string): Step {
  if (key === "Enter") return isTooSoon(model) ? only(model) : rejectCurrent(model);
  if (key === "Esc") return only(go(model, { type: "BACK" }));
  const reason = editField(model.reason, key, false);
  return only(reason === null ? model : { ...model, reason });
}

function pressInRedo(model: Model, key: string): Step {
  if (key === "Enter") return isTooSoon(model) ? only(model) : redoCurrent(model);
  if (key === "Esc") return only(go(model, { type: "BACK" }));
  if (key === "Ctrl+O") return only({ ...model, preview: !model.preview });
  const task = model.review.current;
  if (key === "Ctrl+E" && task !== null)
    return withEffect(model, { type: "edit_text", text: draftOf(model, task).feedback.text });
  return only(typeInForm(model, key) ?? model);
}

/** Pasted text goes into a field, or nowhere. */
export function pasteText(model: Model, text: string): Model {
  const { line } = model;
  if (line !== null) {
    const field = insertText(line.field, text.replaceAll(/\s+/g, " "));
    return { ...model, line: { ...line, field } };
  }
  const panel = panelOf(model.panels);
  if (panel === "redo") return pasteInForm(model, text);
  if (panel === "reject")
    return { ...model, reason: insertText(model.reason, text.replaceAll(/\s+/g, " ")) };
  const guard = ignorePaste(model.guard, text);
  const noted = { ...model, guard, held: null };
  return say(noted, `ignored ${text.length} keys, looked like a paste`, "warn");
}
