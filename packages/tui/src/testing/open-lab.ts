import { createKeymap } from "@countersign/review";
import { drawScreen } from "../app/draw-screen.ts";
import { createProgram, type Program } from "../app/program.ts";
import type { EnginePort } from "../data/engine-port.ts";
import type { Outside } from "../engine/outside.ts";
import type { Highlighter } from "../highlight/create-highlighter.ts";
import { createModel, type Model } from "../model/model.ts";
import { NOTHING_UNSENT, type Unsent } from "../model/unsent.ts";
import { restoreUnsent } from "../session/own-reading.ts";
import type { Size } from "../terminal/box.ts";
import type { BothVersions } from "../terminal/hand-over.ts";
import { rowText } from "../terminal/row.ts";
import { createTourEngine } from "../tour/create-tour-engine.ts";
import { SAMPLES } from "../tour/sample-tasks.ts";

const QUICK_ISSUES = [
  "Tests incomplete",
  "Code style issues",
  "Missing error handling",
  "Performance concerns",
  "Security issues",
];

/** A fixed time, so screens can be compared. */
const START_MS = Date.UTC(2026, 10, 14, 9, 41, 2);

type Call = { readonly name: string; readonly given: unknown };

/** The whole program on the tour's engine, without a terminal. */
export type Lab = {
  readonly program: Program;
  /** The calls that changed something. */
  readonly calls: readonly Call[];
  readonly copied: readonly string[];
  /** The texts passed to the pager and the difftool. */
  readonly paged: readonly string[];
  readonly compared: readonly BothVersions[];
  readonly written: readonly { path: string; text: string }[];
  /** What could not be sent, each time it was stored. */
  readonly kept: readonly Unsent[];
  readonly left: () => boolean;
  model(): Model;
  screen(): string;
  lines(): string[];
  /** Presses keys one after another with pauses. */
  press(...keys: readonly string[]): Promise<void>;
  /** Presses keys without pauses. */
  type(...keys: readonly string[]): Promise<void>;
  pass(ms: number): Promise<void>;
  settle(): Promise<void>;
  /** Sends what is not sent yet, and closes the program. */
  finish(): Promise<void>;
  close(): void;
};

export type LabSettings = {
  size?: Size;
  samples?: typeof SAMPLES;
  engine?: (engine: EnginePort) => EnginePort;
  confirmBatch?: Model["confirmBatch"];
  highlighter?: Highlighter;
  /** Called before a file is written. */
  writes?: () => void;
  /** What an earlier session could not send. */
  unsent?: Unsent;
};

const CALM_MS = 300;
const CHANGING = new Set([
  "approve",
  "redo",
  "reject",
  "override",
  "release",
  "undo",
  "changeMode",
  "retryReviewer",
  "cancelReviewer",
  "requestReview",
  "putOff",
  "dispose",
  "startSprint",
  "pauseSprint",
  "resumeSprint",
  "addToSprint",
  "stopSprint",
]);

export async function openLab(settings: LabSettings = {}): Promise<Lab> {
  const { size = { columns: 120, rows: 40 }, samples = SAMPLES } = settings;
  let nowMs = START_MS;
  const calls: Call[] = [];
  const copied: string[] = [];
  const paged: string[] = [];
  const compared: BothVersions[] = [];
  const kept: Unsent[] = [];
  const written: { path: string; text: string }[] = [];
  let isLeft = false;
  const tour = createTourEngine(() => nowMs, samples);
  const engine = recorded(settings.engine?.(tour) ?? tour, calls);
  const workplace = { name: "shop-api", branch: "main" };
  const first = createModel({
    size,
    nowMs,
    workplace,
    keymap: createKeymap(),
    quickIssues: QUICK_ISSUES,
    ...(settings.confirmBatch === undefined ? {} : { confirmBatch: settings.confirmBatch }),
  });
  const model = restoreUnsent(first, settings.unsent ?? NOTHING_UNSENT);
  const outside: Outside = {
    nowMs: () => nowMs,
    copy: (text) => copied.push(text),
    openShell: async () => false,
    editText: async (text) => `${text} edited`,
    openFile: async () => undefined,
    page: async (text) => {
      paged.push(text);
      return true;
    },
    compare: async (versions) => {
      compared.push(versions);
      return true;
    },
    writeNew: async (path, text) => {
      settings.writes?.();
      written.push({ path, text });
      return path;
    },
    setMouse: () => undefined,
    keepUnsent: async (unsent) => {
      kept.push(unsent);
    },
    redraw: () => undefined,
    stop: () => undefined,
    leave: () => {
      isLeft = true;
    },
  };
  const program = createProgram(model, engine, outside, settings.highlighter);
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const tell = async (keys: readonly string[]): Promise<void> => {
    program.send({ type: "keys", keys });
    // A deciding key normally returns after a moment; here it returns at once.
    const token = program.read().held?.token;
    if (token !== undefined) program.send({ type: "waited", token });
    await settle();
  };
  const lab: Lab = {
    program,
    calls,
    copied,
    paged,
    compared,
    written,
    kept,
    left: () => isLeft,
    model: () => program.read(),
    screen: () => lab.lines().join("\n"),
    lines: () => drawScreen(program.read()).map((row) => rowText(row).trimEnd()),
    async press(...keys) {
      for (const key of keys) {
        await lab.pass(CALM_MS);
        await tell([key]);
      }
    },
    async type(...keys) {
      for (const key of keys) await tell([key]);
    },
    async pass(ms) {
      nowMs += ms;
      program.send({ type: "ticked" });
      await settle();
    },
    settle,
    async finish() {
      await program.finish();
      program.stop();
    },
    close: () => program.stop(),
  };
  program.send({ type: "ticked" });
  await settle();
  return lab;
}

function recorded(engine: EnginePort, calls: Call[]): EnginePort {
  return new Proxy(engine, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof name !== "string" || !CHANGING.has(name) || typeof method !== "function")
        return method;
      return (given: unknown) => {
        calls.push({ name, given });
        return Reflect.apply(method, target, [given]);
      };
    },
  });
}
