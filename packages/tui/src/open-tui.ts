import { stat } from "node:fs/promises";
import type { Notify } from "@countersign/api";
import { createKeymap, type KeyChanges } from "@countersign/review";
import { render } from "ink";
import { createElement } from "react";
import { App } from "./app/App.ts";
import { createAnnouncer } from "./app/create-announcer.ts";
import { createProgram, type Program } from "./app/program.ts";
import { ScreenReaderApp } from "./app/ScreenReaderApp.ts";
import { type Screen, showProgram } from "./app/show-program.ts";
import type { EnginePort } from "./data/engine-port.ts";
import type { Outside } from "./engine/outside.ts";
import { createHighlighter } from "./highlight/create-highlighter.ts";
import { type BoardLocation, createModel, type Model } from "./model/model.ts";
import { showNotice } from "./model/step.ts";
import { pendingTasks } from "./model/tasks.ts";
import type { Unsent } from "./model/unsent.ts";
import { restoreUnsent } from "./session/own-reading.ts";
import { createPointer, type Pointer } from "./terminal/create-pointer.ts";
import { createPrivateFile } from "./terminal/create-private-file.ts";
import { editText, runEditor } from "./terminal/edit-text.ts";
import { compareInTool, openShellIn, showInPager } from "./terminal/hand-over.ts";
import {
  endInOrder,
  type LendTerminal,
  leaveKeys,
  redrawAfterResize,
  suspendInOrder,
  takeKeys,
} from "./terminal/lend-terminal.ts";
import { withoutReports } from "./terminal/take-reports.ts";
import { selectLook } from "./theme/look.ts";
import type { OwnThemes } from "./theme/read-themes.ts";

export type TuiSettings = {
  engine: EnginePort;
  workplace: BoardLocation;
  /** The name of a theme; null for the one in the person's file. */
  theme: string | null;
  themes: OwnThemes;
  colours: boolean;
  ascii: boolean;
  /** Keys of the person's own file. */
  keys: KeyChanges;
  quickIssues: readonly string[];
  editor: string | undefined;
  pager: string | undefined;
  difftool: string | undefined;
  /** The person's shell. Default: /bin/sh. */
  shell?: string | undefined;
  /** When approving several tasks at once needs a confirmation. */
  confirmBatch: Model["confirmBatch"];
  /** How this terminal announces a waiting task. Default: no announcement. */
  notify?: Notify | undefined;
  /** Whether the mouse is enabled. */
  mouse: boolean;
  /** Whether lines are appended and never redrawn, for a screen reader. */
  screenReader: boolean;
  /** The directory that contains the paths of a change; null if there is none here. */
  directory: string | null;
  /** Drafts and read marks that an earlier session could not send. */
  unsent: Unsent;
  /** Stores what this session could not send. */
  keepUnsent: Outside["keepUnsent"];
  /** A problem that the person should know of when the board opens. */
  problem: string | null;
  /** Gets the function that lends the terminal to another program. Default: nothing else borrows it. */
  onTerminal?: ((lend: LendTerminal) => void) | undefined;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
};

/** The summary that is printed after the screen is closed. */
export type TuiEnding = {
  approved: number;
  redone: number;
  rejected: number;
  left: number;
  /** What to start next. */
  next: Model["next"];
};

const ESCAPE = String.fromCodePoint(0x1b);
const BELL = String.fromCodePoint(0x07);

/** Opens the board, returns when the person leaves it, and restores the terminal. */
export async function openTui(settings: TuiSettings): Promise<TuiEnding> {
  const { stdin, stdout, engine } = settings;
  const lendNothing: LendTerminal = async (work) => await work();
  let lend = lendNothing;
  let close = (): void => undefined;
  let screen: Screen | null = null;
  const mouse = createPointer(stdout, settings.mouse && !settings.screenReader);
  const outside = outsideOf(settings, {
    lend: (work) => lend(work),
    leave: () => close(),
    redraw: () => screen?.repaint(),
    mouse,
  });
  const look = selectLook(settings.theme, settings.colours, settings.ascii, settings.themes);
  const isColoured = look.theme.word !== "" && !settings.screenReader;
  const highlighter = isColoured ? createHighlighter() : null;
  const program = createProgram(firstState(settings), engine, outside, highlighter);
  const onMount = (lendInk: LendTerminal): void => {
    const lent = (work: () => Promise<void>) => async (): Promise<void> => {
      await leaveKeys(stdin);
      await mouse.without(work);
    };
    lend = (work) => away(screen, () => lendInk(lent(work)).finally(() => takeKeys(stdin)));
  };
  const { screenReader } = settings;
  const shown = screenReader ? ScreenReaderApp : App;
  const keys = withoutReports(stdin, (event) => program.send({ type: "pointed", event }));
  const ink = render(createElement(shown, { program, look, mouse, onMount }), {
    stdin: keys,
    stdout,
    alternateScreen: !screenReader,
    isScreenReaderEnabled: screenReader,
    // Interactive in every terminal, even if a variable names a build server.
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: true,
  });
  close = () => {
    screen?.close();
    ink.unmount();
  };
  screen = screenReader ? null : showProgram(program, look, stdout);
  settings.onTerminal?.((work) => lend(work));
  const ended = endInOrder(() => close());
  const endSuspending = suspendInOrder((work) => lend(work));
  const endRedrawing = redrawAfterResize(stdout, outside.redraw);
  const announcer =
    settings.notify && createAnnouncer(settings.notify, (text) => stdout.write(text), Date.now);
  program.subscribe(() => announcer?.look(program.read()));
  program.start();
  try {
    await ink.waitUntilExit();
  } finally {
    endSuspending();
    endRedrawing();
    await program.finish();
    program.stop();
    announcer?.end();
    ended.now();
  }
  return endingOf(program);
}

function firstState(settings: TuiSettings): Model {
  const { stdout, workplace, keys, quickIssues, problem } = settings;
  const model = createModel({
    size: { columns: stdout.columns, rows: stdout.rows },
    nowMs: Date.now(),
    workplace,
    keymap: createKeymap(keys),
    quickIssues,
    mouse: settings.mouse,
    confirmBatch: settings.confirmBatch,
  });
  const restored = restoreUnsent(model, settings.unsent);
  return problem === null ? restored : showNotice(restored, problem, "warn");
}

/** Pauses painting while another program uses the terminal. */
function away(screen: Screen | null, work: () => Promise<void>): Promise<void> {
  return screen === null ? work() : screen.away(work);
}

type MountedScreen = Pick<Outside, "leave" | "redraw"> & {
  lend: LendTerminal;
  mouse: Pointer;
};

function outsideOf(settings: TuiSettings, mounted: MountedScreen): Outside {
  const { lend, leave, redraw, mouse } = mounted;
  const { stdout, editor, directory, keepUnsent } = settings;
  const lent = async (work: () => Promise<boolean>): Promise<boolean> => {
    let done = false;
    await lend(async () => {
      done = await work();
    });
    return done;
  };
  return {
    page: (text) => lent(() => showInPager(text, settings.pager)),
    compare: (versions) => lent(() => compareInTool(versions, settings.difftool)),
    writeNew: createPrivateFile,
    setMouse: (on) => mouse.want(on),
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
    openShell: async (directory) => {
      const isHere = (await stat(directory).catch(() => null))?.isDirectory() === true;
      return isHere && (await lent(() => openShellIn(directory, settings.shell)));
    },
    async openFile(path, line) {
      if (directory === null) return;
      await lend(async () => {
        await runEditor(editor, [`+${line}`, `${directory}/${path}`]);
      });
    },
    redraw,
    stop: () => process.kill(process.pid, "SIGTSTP"),
    keepUnsent,
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
    left: pendingTasks(model).length,
    next: model.next,
  };
}
