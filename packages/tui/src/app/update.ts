import { hasTurnHolder } from "@countersign/api";
import { createField, turnText } from "@countersign/review";
import { applyAnswer, type EngineAnswer } from "../data/answers.ts";
import type { Message } from "../engine/message.ts";
import { takeColours } from "../highlight/colours.ts";
import type { Model } from "../model/model.ts";
import { frontPanel } from "../model/panel-state.ts";
import { type ModelStep, showNotice, withoutEffects } from "../model/step.ts";
import { dropContext } from "../panels/diff/diff-commands.ts";
import { keepCursor } from "../panels/diff/keep-cursor.ts";
import { noteReadingHere, restoreReading } from "../panels/diff/reading.ts";
import { guardReadyTasks } from "../panels/summary/summary-commands.ts";
import { changeDraft } from "../session/drafts.ts";
import { noteReadMarks, takeOwnAnswer } from "../session/own-reading.ts";
import { navigateWithGuard, pinRound, resortQueue, syncQueue } from "../session/review-session.ts";
import { handleMouse } from "./handle-mouse.ts";
import { applyRefusal, applySent } from "./outcome.ts";
import { fireHeld, pasteText, pressKeys } from "./press.ts";

/** Returns the next state of the program and its effects. Pure: the message carries the time. */
export function updateModel(before: Model, message: Message, nowMs: number): ModelStep {
  const { model, effects } = handleMessage(atTime(before, nowMs), message);
  // Lines that the engine's marks have restored are marked already.
  return { model: message.type === "answered" ? model : noteReadMarks(model, before), effects };
}

function handleMessage(model: Model, message: Message): ModelStep {
  switch (message.type) {
    case "keys":
      return reading(pressKeys(model, message.keys));
    case "pointed":
      return reading(handleMouse(model, message.event));
    case "pasted":
      return withoutEffects(pasteText(model, message.text));
    case "waited":
      return fireHeld(model, message.token);
    case "ticked":
      return withoutEffects(noteReadingHere(model));
    case "resized":
      return withoutEffects({ ...model, size: message.size });
    case "coloured":
      return withoutEffects({ ...model, colours: takeColours(model.colours, message.coloured) });
    case "answered":
      return withoutEffects(answered(model, message.answer));
    case "sent":
      return applySent(model, message.sending, message.view);
    case "not_sent":
      return withoutEffects(applyRefusal(model, message));
    case "edited":
      return withoutEffects(edited(model, message.text));
    case "noticed":
      return withoutEffects(showNotice(model, message.text, message.paint));
  }
}

/** Marks the visible lines as being read. */
function reading({ model, effects }: ModelStep): ModelStep {
  return { model: noteReadingHere(model), effects };
}

/** Rounds the time, because nothing on the screen changes more than once a second. */
function atTime(model: Model, nowMs: number): Model {
  const notice = model.notice !== null && model.notice.untilMs <= nowMs ? null : model.notice;
  return { ...model, nowMs, notice };
}

/** Opens a sprint that was started or extended here. */
function turned(model: Model, answer: EngineAnswer): Model {
  const isDone = answer.type === "sprint" && answer.minute === null;
  if (!isDone || frontPanel(model) !== "planning") return model;
  return navigateWithGuard(navigateWithGuard(model, { type: "HOME" }), {
    type: "OPEN",
    panel: "sprint",
  });
}

function answered(before: Model, answer: EngineAnswer): Model {
  const model = turned(before, answer);
  const data = applyAnswer(model.data, answer);
  if (data === model.data) return model;
  const next = withNews({ ...model, data, sent: stillSent(model, data) }, model);
  const kept = withChange(next, model, answer);
  const sorted = syncQueue(pinRound(answer.type === "inbox" ? resortQueue(kept) : kept));
  return keepCursor(guardReadyTasks(sorted, model), model);
}

function withChange(model: Model, before: Model, answer: EngineAnswer): Model {
  if (answer.type === "own") return takeOwnAnswer(model, before, answer.own);
  if (answer.type === "whole") return answer.file === null ? dropContext(model, answer.key) : model;
  return answer.type === "change" ? restoreReading(model, answer.change) : model;
}

/** Keeps tasks decided here out of the list until the engine sends a newer version. */
function stillSent({ sent, data: before }: Model, data: Model["data"]): ReadonlySet<string> {
  if (sent.size === 0) return sent;
  const left = [...sent].filter(
    (task) => before.lines.get(task)?.seq === data.lines.get(task)?.seq,
  );
  return left.length === sent.size ? sent : new Set(left);
}

/** Describes the newest change of a task for the last line. */
function withNews(model: Model, before: Model): Model {
  if (!before.data.inboxRead || model.data.lines === before.data.lines) return model;
  let news = model.news;
  for (const [task, line] of model.data.lines) {
    const known = before.data.lines.get(task);
    if (known === line || known === undefined || known.seq >= line.seq) continue;
    if (known.state === line.state && known.turn.who === line.turn.who) continue;
    const turn = hasTurnHolder(line.turn) ? `, turn: ${turnText(line.turn, model.data.me)}` : "";
    news = { text: `${task} is ${line.state}${turn}`, atMs: model.nowMs };
  }
  return news === model.news ? model : { ...model, news };
}

function edited(model: Model, text: string | null): Model {
  if (text === null) return showNotice(model, "The editor ended without a text.", "warn");
  return changeDraft(model, (draft) => ({ ...draft, feedback: createField(text.trimEnd()) }));
}
