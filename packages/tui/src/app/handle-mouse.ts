import { decisionKind, findCommand } from "@countersign/review";
import type { Model } from "../model/model.ts";
import { frontPanel } from "../model/panel-state.ts";
import { type ModelStep, showNotice, withoutEffects } from "../model/step.ts";
import type { MouseEvent } from "../terminal/read-mouse.ts";
import { type Hit, hitAt } from "../terminal/row.ts";
import { drawScreen } from "./draw-screen.ts";
import { panelInFront } from "./panels.ts";
import { pressKeys } from "./press.ts";
import { moveInPanel, runCommand } from "./run-command.ts";

const DOUBLE_CLICK_MS = 400;
const WHEEL_LINES = 3;

/** Handles the mouse: it selects, scrolls and opens, but never decides. */
export function handleMouse(model: Model, event: MouseEvent): ModelStep {
  if (event.is !== "press") return withoutEffects(turnWheel(model, event));
  if (model.line !== null) return withoutEffects(model);
  const hit = hitAt(drawScreen(model)[event.row] ?? [], event.column);
  if (hit === null) return withoutEffects(model);
  return hit.is === "key" ? clickKey(model, hit.key) : clickEntry(model, hit, event);
}

function clickEntry(
  model: Model,
  entry: Extract<Hit, { is: "entry" }>,
  { row, column }: MouseEvent,
): ModelStep {
  const { hits, opens } = panelInFront(model);
  const selected = hits?.(model, entry) ?? null;
  if (selected === null) return withoutEffects(model);
  const { click, nowMs } = model;
  const isDouble =
    click !== null &&
    click.row === row &&
    click.column === column &&
    nowMs - click.atMs <= DOUBLE_CLICK_MS;
  const next = { ...selected, click: isDouble ? null : { row, column, atMs: nowMs } };
  return isDouble && opens !== undefined ? runCommand(next, opens) : withoutEffects(next);
}

/** A click on a key hint presses the key, unless it would send something. */
function clickKey(model: Model, key: string): ModelStep {
  const command = findCommand(model.keymap, key, frontPanel(model));
  const isForm = panelInFront(model).form !== undefined;
  const isSending = isForm
    ? key === "Enter"
    : command !== null && decisionKind(model.keymap, command) !== null;
  if (isSending)
    return withoutEffects(showNotice(model, `A click decides nothing: press ${key} yourself.`));
  return pressKeys(model, [key]);
}

function turnWheel(model: Model, { is, column }: MouseEvent): Model {
  const step = { by: "line", count: is === "up" ? -1 : 1 } as const;
  const { wheel } = panelInFront(model);
  if (wheel !== undefined) return wheel(model, column, step);
  let next = model;
  for (let line = 0; line < WHEEL_LINES; line += 1) next = moveInPanel(next, step);
  return next;
}
