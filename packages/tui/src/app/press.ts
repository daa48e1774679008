import type { CommandId } from "@countersign/review";
import {
  canDecide,
  DECISION_DELAY_MS,
  decisionKind,
  findCommand,
  guardKeys,
  ignorePaste,
  insertText,
} from "@countersign/review";
import type { Model } from "../model/model.ts";
import { frontPanel } from "../model/panel-state.ts";
import {
  type ModelStep,
  showNotice,
  type TuiEffect,
  withEffect,
  withoutEffects,
} from "../model/step.ts";
import { typeInLine } from "./line-input.ts";
import { panelInFront } from "./panels.ts";
import { runCommand } from "./run-command.ts";

/** Handles keys as they arrived; several at once if the terminal sent them together. */
export function pressKeys(before: Model, keys: readonly string[]): ModelStep {
  // A key that decides counts only if it is alone: another key right behind it cancels it.
  const model = { ...before, held: null };
  // Keys that arrive together are pasted text: their line ends send nothing.
  if (isWriting(model))
    return each(model, keys.length > 1 ? keys.map(softened) : keys, pressInText);
  const guarded = guardKeys(model.guard, keys, model.nowMs);
  const next = { ...model, guard: guarded.guard };
  if (guarded.keys.length === 0) {
    const calmed = { ...next, held: null };
    return withoutEffects(
      showNotice(calmed, `ignored ${guarded.guard.ignored} keys, looked like a paste`, "warn"),
    );
  }
  return each(next, guarded.keys, (one, key) => pressOutside(one, key, guarded.alone));
}

function softened(key: string): string {
  return key === "Enter" ? "Ctrl+J" : key;
}

/** Handles one key after the other in the panel that the previous key opened. */
function each(
  model: Model,
  keys: readonly string[],
  press: (model: Model, key: string) => ModelStep,
): ModelStep {
  const effects: TuiEffect[] = [];
  let now = model;
  for (const key of keys) {
    const step = press(now, key);
    now = step.model;
    effects.push(...step.effects);
  }
  return { model: now, effects };
}

/** Checks whether keys currently enter text. */
function isWriting(model: Model): boolean {
  return model.line !== null || panelInFront(model).form !== undefined;
}

function pressOutside(model: Model, key: string, alone: boolean): ModelStep {
  if (isWriting(model)) return withoutEffects(model); // the rest of keys that arrived together is not text
  const { digit } = panelInFront(model);
  if (digit !== undefined && /^[0-9]$/.test(key)) return withoutEffects(digit(model, key));
  const command = findCommand(model.keymap, key, frontPanel(model));
  if (command === null) return withoutEffects(model);
  if (decisionKind(model.keymap, command) === null) return runCommand(model, command);
  if (!alone || isDead(model, command)) return withoutEffects(model);
  const token = model.token + 1;
  const held = { ...model, token, held: { command, token } };
  return withEffect(held, { type: "wait_to_decide", token, ms: DECISION_DELAY_MS });
}

/** Checks whether a deciding key arrived too soon after a new screen appeared. */
function isDead({ keymap, guard, nowMs }: Model, command: CommandId): boolean {
  return decisionKind(keymap, command) === "for" && !canDecide(guard, nowMs);
}

/** Runs the held deciding key, because no other key followed. */
export function fireHeld(model: Model, token: number): ModelStep {
  const { held } = model;
  if (held === null || held.token !== token || isDead(model, held.command))
    return withoutEffects({ ...model, held: held?.token === token ? null : held });
  return runCommand({ ...model, held: null }, held.command);
}

function pressInText(model: Model, key: string): ModelStep {
  if (key === "Ctrl+C") return runCommand(model, "app.quit");
  if (model.line !== null) return typeInLine(model, model.line, key);
  return panelInFront(model).form?.press(model, key) ?? withoutEffects(model);
}

/** Inserts pasted text into a field; ignores it if there is none. */
export function pasteText(model: Model, text: string): Model {
  const { line } = model;
  if (line !== null) {
    const field = insertText(line.field, text.replaceAll(/\s+/g, " "));
    return { ...model, line: { ...line, field } };
  }
  const { form } = panelInFront(model);
  if (form !== undefined) return form.paste(model, text);
  const guard = ignorePaste(model.guard, text);
  const noted = { ...model, guard, held: null };
  return showNotice(noted, `ignored ${text.length} keys, looked like a paste`, "warn");
}
