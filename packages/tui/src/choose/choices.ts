import { type WayOut, waysOut } from "@countersign/api";
import { type Move, moved } from "../app/move.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { decidingAfter, decidingOn } from "../review/on-screen.ts";
import { go } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Sending, type Step, say, withEffect } from "../store/step.ts";
import { currentView } from "../store/tasks.ts";
import { chooseRounds, roundPairs } from "./round-pairs.ts";

const HOUR_MS = 3_600_000;
const MORNING = 9;

/** The modes, strictest first. */
export const MODES = [
  ["per-task", "you look at it as soon as it is done"],
  ["batch", "it waits until you review several"],
  ["auto", "checks may approve it; otherwise it waits for you"],
  ["skip", "no review by you"],
] as const;

const LATER = [
  ["1h", "in an hour"],
  ["tomorrow", "tomorrow at 9:00"],
  ["change", "when it changes"],
] as const;

export function choicesOf(model: Model): readonly (readonly [name: string, about: string])[] {
  const panel = panelOf(model.panels);
  if (panel === "rounds") return roundPairs(model).map(({ name, about }) => [name, about]);
  if (panel === "release") return waysHere(model).map(({ name, about }) => [name, about]);
  return panel === "mode" ? MODES : LATER;
}

export function moveChoice(model: Model, move: Move): Model {
  const { length } = choicesOf(model);
  return { ...model, choice: moved(model.choice, move, length, length) };
}

export function chooseThis(model: Model): Step {
  if (panelOf(model.panels) === "rounds") return only(chooseRounds(model));
  const task = model.review.current;
  if (task !== null && isOtherHold(model, task))
    return only(say(go(model, { type: "BACK" }), `${task} has changed. Look at it again.`, "warn"));
  const sending = task === null ? null : sendingOf(model, task);
  if (sending === null) return only(model);
  return withEffect(go(model, { type: "BACK" }), { type: "send", sending });
}

/** The ways out on screen belong to the hold that was shown when the list was opened. */
function isOtherHold(model: Model, task: string): boolean {
  if (panelOf(model.panels) !== "release") return false;
  return currentView(model)?.seq !== decidingAfter(model, task);
}

function waysHere(model: Model): WayOut[] {
  const view = currentView(model);
  return view === null ? [] : waysOut(view, model.data.me);
}

function sendingOf(model: Model, task: string): Sending | null {
  if (panelOf(model.panels) === "release") {
    const way = waysHere(model)[model.choice];
    const shown = decidingOn(model);
    const offered = currentView(model)?.hold?.offeredTree ?? null;
    if (way === undefined || shown === null) return null;
    return { act: "release", task, ...shown, offered, way };
  }
  if (panelOf(model.panels) === "mode") {
    const mode = MODES[model.choice]?.[0];
    const shown = decidingOn(model);
    return mode === undefined || shown === null ? null : { act: "mode", task, ...shown, mode };
  }
  const name = LATER[model.choice]?.[0];
  const seq = decidingAfter(model, task);
  if (name === undefined || seq === null) return null;
  return { act: "later", task, seq, untilMs: untilMs(name, model.nowMs) };
}

function untilMs(name: string, nowMs: number): number | null {
  if (name === "change") return null;
  if (name === "1h") return nowMs + HOUR_MS;
  const morning = new Date(nowMs);
  morning.setDate(morning.getDate() + 1);
  return morning.setHours(MORNING, 0, 0, 0);
}
