import { render } from "ink";
import { createElement } from "react";
import { App, type Lend } from "./app/App.ts";
import type { EnginePort } from "./app/engine-port.ts";
import type { Outside } from "./app/outside.ts";
import { createProgram, type Program } from "./app/program.ts";
import { createKeymap, type KeyChanges } from "./keys/keymap.ts";
import type { RedoDraft } from "./redo/redo-draft.ts";
import { firstModel, type Model, type Place } from "./store/model.ts";
import { pendingOf } from "./store/tasks.ts";
import { editText, runEditor } from "./terminal/edit-text.ts";
import { redrawAfterResize } from "./terminal/redraw-after-resize.ts";
import { stopAndGoOn } from "./terminal/stop-and-go-on.ts";
import { lookOf } from "./theme/look.ts";

export type TuiSettings = {
  engine: EnginePort;
  place: Place;
  /** The name of a theme; one that is not known is the terminal's own colours. */
  theme: string;
  colours: boolean;
  ascii: boolean;
  /** Keys of the person's own file. */
  keys: KeyChanges;
  quickIssues: readonly string[];
  editor: string | undefined;
  /** The directory that paths of a change are in; null: there is none here. */
  directory: string | null;
  drafts: { readonly read: ReadonlyMap<string, RedoDraft>; keep(drafts: Model["drafts"]): void };
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
};

/** What was done, for the line that stays when the screen is gone. */
export type TuiEnding = { approved: number; redone: number; rejected: number; left: number };

const ESCAPE = String.fromCodePoint(0x1b);
const BELL = String.fromCodePoint(0x07);
const MOST_FRAMES = 20;

/** Opens the board and answers when the person leaves it; the terminal is then as it was. */
export async function openTui(settings: TuiSettings): Promise<TuiEnding> {
  const { stdin, stdout, engine } = settings;
  const nothingLent: Lend = async (work) => await work();
  let lend = nothingLent;
  let close = (): void => undefined;
  const outside = outsideOf(
    settings,
    (work) => lend(work),
    () => close(),
  );
  const program = createProgram(firstState(settings), engine, outside);
  const look = lookOf(settings.theme, settings.colours, settings.ascii);
  const onMount = (given: Lend): void => {
    lend = given;
  };
  const ink = render(createElement(App, { program, look, onMount }), {
    stdin,
    stdout,
    alternateScreen: true,
    incrementalRendering: true,
    // Whoever has a terminal is asked here, whatever a variable says about a build server.
    interactive: true,
    maxFps: MOST_FRAMES,
    exitOnCtrlC: false,
    patchConsole: true,
  });
  close = () => ink.unmount();
  const forgetStops = stopAndGoOn((work) => lend(work));
  const forgetSizes = redrawAfterResize(stdout, outside.redraw);
  program.start();
  try {
    await ink.waitUntilExit();
  } finally {
    forgetStops();
    forgetSizes();
    program.stop();
  }
  return endingOf(program);
}

function firstState(settings: TuiSettings): Model {
  const { stdout, place, keys, quickIssues, drafts } = settings;
  return firstModel({
    size: { columns: stdout.columns, rows: stdout.rows },
    nowMs: Date.now(),
    place,
    keymap: createKeymap(keys),
    quickIssues,
    drafts: drafts.read,
  });
}

function outsideOf(settings: TuiSettings, lend: Lend, leave: () => void): Outside {
  const { stdout, editor, directory, drafts } = settings;
  return {
    nowMs: () => Date.now(),
    copy: (text) => {
      const coded = Buffer.from(text, "utf8").toString("base64");
      stdout.write(`${ESCAPE}]52;c;${coded}${BELL}`);
    },
    async editText(text) {
      let edited: string | null = null;
      await lend(async () => {
        edited = await editText(text, editor);
      });
      return edited;
    },
    async openFile(path, line) {
      if (directory === null) return;
      await lend(async () => {
        await runEditor(editor, [`+${line}`, `${directory}/${path}`]);
      });
    },
    redraw: () => void lend(async () => undefined).catch(() => undefined),
    stop: () => process.kill(process.pid, "SIGTSTP"),
    keepDrafts: drafts.keep,
    leave,
  };
}

function endingOf(program: Program): TuiEnding {
  const model = program.read();
  const number = (...acts: readonly string[]): number =>
    model.decisions.filter(({ act }) => acts.includes(act)).length;
  return {
    approved: number("approve", "override"),
    redone: number("redo"),
    rejected: number("reject"),
    left: pendingOf(model).length,
  };
}
