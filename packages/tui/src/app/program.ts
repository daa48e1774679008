import type { EnginePort } from "../data/engine-port.ts";
import type { Need } from "../data/need.ts";
import { compareVersions } from "../engine/compare-versions.ts";
import { createAsker } from "../engine/create-asker.ts";
import { createOwnSaver } from "../engine/create-own-saver.ts";
import { createWatcher } from "../engine/create-watcher.ts";
import type { Message } from "../engine/message.ts";
import type { Outside, RunningRequest } from "../engine/outside.ts";
import { sendRepositoryRelease } from "../engine/send-repository-release.ts";
import { sendRequest } from "../engine/send-request.ts";
import { sendSprint } from "../engine/send-sprint.ts";
import type { Highlighter } from "../highlight/create-highlighter.ts";
import type { Model } from "../model/model.ts";
import type { TuiEffect } from "../model/step.ts";
import { createColourer } from "./create-colourer.ts";
import { exportActivity } from "./export-activity.ts";
import { listNeeds } from "./needs.ts";
import { updateModel } from "./update.ts";

export type Program = {
  read(): Model;
  subscribe(onChange: () => void): () => void;
  send(message: Message): void;
  /** Starts polling; `stop` ends everything it started. */
  start(): void;
  stop(): void;
  /** Sends unsaved drafts and read marks, or stores them locally. Call it before `stop`. */
  finish(): Promise<void>;
};

const TICK_MS = 1_000;
/** Milliseconds during which responses are drawn together; input is drawn at once. */
const TOGETHER_MS = 40;
const AT_ONCE: ReadonlySet<Message["type"]> = new Set([
  "keys",
  "pasted",
  "pointed",
  "resized",
  "waited",
]);

/** The program loop: a message changes the model, and effects follow. */
export function createProgram(
  first: Model,
  engine: EnginePort,
  outside: Outside,
  highlighter: Highlighter | null = null,
): Program {
  let model = first;
  let isOver = false;
  let isTelling = false;
  const listeners = new Set<() => void>();
  const timers = new Set<NodeJS.Timeout>();

  const later: RunningRequest["later"] = (ms, act) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!isOver) act();
    }, ms);
    timers.add(timer);
  };
  const send: RunningRequest["send"] = (message) => {
    if (isOver) return;
    const before = model;
    const step = updateModel(model, message, outside.nowMs());
    model = step.model;
    for (const effect of step.effects) carryOut(effect, running, () => watcher.look(true));
    if (before.drafts !== model.drafts || before.reading.marks !== model.reading.marks)
      saver.changed();
    asker.ask();
    if (AT_ONCE.has(message.type)) notify();
    else if (!isTelling) {
      isTelling = true;
      later(TOGETHER_MS, notify);
    }
    colourer.look();
  };
  const notify = (): void => {
    isTelling = false;
    for (const listener of listeners) listener();
  };
  const needs = (): readonly Need[] => listNeeds(model);
  const running: RunningRequest = { engine, outside, read: () => model, needs, send, later };
  const saver = createOwnSaver(running);
  const asker = createAsker(running);
  const watcher = createWatcher(running, asker);
  const colourer = createColourer(running, highlighter);
  const tick = (): void => {
    send({ type: "ticked" });
    later(TICK_MS, tick);
  };

  return {
    read: running.read,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    send,
    start() {
      asker.ask();
      watcher.start();
      saver.changed();
      later(TICK_MS, tick);
    },
    finish: saver.finish,
    stop() {
      isOver = true;
      watcher.stop();
      highlighter?.close();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Opens a shell in the directory. If it is not on this machine, copies the command that goes there. */
async function openShell({ outside, send }: RunningRequest, directory: string): Promise<void> {
  if (await outside.openShell(directory)) return;
  const command = `cd ${quoteWord(directory)}`;
  outside.copy(command);
  send({ type: "noticed", text: `copied: ${command}`, paint: "plain" });
}

/** Quotes a text as one shell word. */
function quoteWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function carryOut(effect: TuiEffect, running: RunningRequest, refresh: () => Promise<void>): void {
  const { engine, outside, send, later } = running;
  switch (effect.type) {
    case "send":
      void sendRequest(engine, effect.sending).then(send);
      return;
    case "sprint":
      void sendSprint(engine, effect.request, outside.nowMs).then((messages) => {
        for (const message of messages) send(message);
      });
      return;
    case "release_repository":
      void sendRepositoryRelease(engine, effect, outside.nowMs).then((messages) => {
        for (const message of messages) send(message);
      });
      return;
    case "wait_to_decide":
      later(effect.ms, () => send({ type: "waited", token: effect.token }));
      return;
    case "refresh":
      void refresh();
      return;
    case "copy":
      outside.copy(effect.text);
      return;
    case "shell":
      void openShell(running, effect.directory);
      return;
    case "edit_text":
      void outside.editText(effect.text).then((text) => send({ type: "edited", text }));
      return;
    case "open_file":
      void outside.openFile(effect.path, effect.line);
      return;
    case "page":
      void outside.page(effect.text).then((shown) => {
        if (!shown)
          send({ type: "noticed", text: "There is no $PAGER to show it in.", paint: "warn" });
      });
      return;
    case "compare":
      void compareVersions(running, effect).then(send);
      return;
    case "export":
      void exportActivity(running, effect).then(send);
      return;
    case "mouse":
      outside.setMouse(effect.on);
      return;
    case "redraw":
      outside.redraw();
      return;
    case "stop":
      outside.stop();
      return;
    case "leave":
      outside.leave();
      return;
  }
}
