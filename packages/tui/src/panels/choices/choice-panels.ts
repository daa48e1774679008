import { type WayOut, waysOut } from "@countersign/api";
import { SNOOZE_TIMES, snoozeEndMs } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import {
  type ModelStep,
  showNotice,
  type TaskRequest,
  withEffect,
  withoutEffects,
} from "../../model/step.ts";
import { currentView } from "../../model/tasks.ts";
import { type Choice, defineChoicePanel } from "../../panel/choice-panel.ts";
import { navigateWithGuard } from "../../session/review-session.ts";
import { formRound, formSeq } from "../../session/shown-round.ts";

/** The modes, strictest first. */
const MODES = [
  ["per-task", "you look at it as soon as it is done"],
  ["batch", "it waits until you review several"],
  ["auto", "checks may approve it; otherwise it waits for you"],
  ["skip", "no review by you"],
] as const satisfies readonly Choice[];

export const modePanel = defineChoicePanel({
  id: "mode",
  title: "REVIEW MODE",
  name: "Review mode",
  choices: () => MODES,
  choose: (model, index) => send(model, (task) => modeRequest(model, task, index)),
});

/** Returns the position of a mode in its panel. */
export function modeIndex(mode: string | undefined): number {
  return Math.max(
    0,
    MODES.findIndex(([name]) => name === mode),
  );
}

export const laterPanel = defineChoicePanel({
  id: "later",
  title: "LATER",
  name: "Later",
  choices: () => SNOOZE_TIMES,
  choose: (model, index) => send(model, (task) => laterRequest(model, task, index)),
});

export const releasePanel = defineChoicePanel({
  id: "release",
  title: "RELEASE",
  name: "Release",
  choices: (model) => releaseWays(model).map(({ name, about }) => [name, about]),
  choose(model, index) {
    const task = model.review.current;
    if (task !== null && isOtherHold(model, task)) {
      const text = `${task} has changed. Look at it again.`;
      return withoutEffects(showNotice(navigateWithGuard(model, { type: "BACK" }), text, "warn"));
    }
    return send(model, (one) => releaseRequest(model, one, index));
  },
});

/** Sends a choice for the current task and closes the panel. */
function send(model: Model, request: (task: string) => TaskRequest | null): ModelStep {
  const task = model.review.current;
  const sending = task === null ? null : request(task);
  if (sending === null) return withoutEffects(model);
  return withEffect(navigateWithGuard(model, { type: "BACK" }), { type: "send", sending });
}

function modeRequest(model: Model, task: string, index: number): TaskRequest | null {
  const mode = MODES[index]?.[0];
  const shown = formRound(model);
  return mode === undefined || shown === null ? null : { act: "mode", task, ...shown, mode };
}

function laterRequest(model: Model, task: string, index: number): TaskRequest | null {
  const name = SNOOZE_TIMES[index]?.[0];
  const seq = formSeq(model, task);
  if (name === undefined || seq === null) return null;
  return { act: "later", task, seq, untilMs: snoozeEndMs(name, model.nowMs) };
}

/** Returns whether the task is held for another reason than when the panel was opened. */
function isOtherHold(model: Model, task: string): boolean {
  return currentView(model)?.seq !== formSeq(model, task);
}

function releaseWays(model: Model): WayOut[] {
  const view = currentView(model);
  return view === null ? [] : waysOut(view, model.data.me);
}

function releaseRequest(model: Model, task: string, index: number): TaskRequest | null {
  const way = releaseWays(model)[index];
  const shown = formRound(model);
  const offered = currentView(model)?.hold?.offeredTree ?? null;
  if (way === undefined || shown === null) return null;
  return { act: "release", task, ...shown, offered, way };
}
