import { basename } from "node:path";
import { CountersignError } from "@countersign/core";
import type { EnginePort, OwnThemes, readThemes, TuiSettings } from "@countersign/tui";
import { z } from "zod";
import type { CommandContext } from "../command/context.ts";
import { flag, type OptionValues, readOptions, text } from "../command/options.ts";
import { GATE_OPTIONS, reviewLocalWork } from "../gate/gate-command.ts";
import type { Result } from "../output/result.ts";
import { wantsColour } from "../output/style.ts";
import type { Environment } from "../runtime/environment.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { readKeyChanges, readThemeFile } from "./board-files.ts";
import { confirmBatchHere, notifyHere, quickIssuesHere } from "./quick-issues.ts";
import type { UnsentFiles } from "./unsent-files.ts";

/** The options of `board` and `tour`. */
export const BOARD_OPTIONS = {
  theme: text(
    "--theme <name>",
    "terminal, dark, light, blue-orange, high-contrast, mono or a custom theme (default: the theme in your themes.json, otherwise terminal)",
  ),
  mouse: flag("--no-mouse", "do not capture the mouse"),
  screenReader: flag("--screen-reader", "print plain lines for a screen reader"),
};

/** The output of `board` and `tour`. */
export const BoardOutput = z.object({
  approved: z.int(),
  redone: z.int(),
  rejected: z.int(),
  left: z.int(),
});

export type Opening = {
  /** What the board is about; made when the panels are loaded. */
  engine: () => Promise<EnginePort>;
  /** Drafts and read marks that could not be sent. */
  files: UnsentFiles;
  /** What the first line calls it; left out: the repository here. */
  name?: string;
  /** Gets the function that borrows the terminal from the board. */
  onTerminal?: TuiSettings["onTerminal"];
};

/** Refuses to open the board unless stdin and stdout are a terminal. */
export function requireTerminal(): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new CountersignError("invalid_input", "The board needs a terminal", {
    hint: "Without a terminal, use: countersign status or countersign inbox",
  });
}

/** Opens the panels and says at the end what was done. They are large, so nothing else loads them. */
export async function openBoard(
  context: CommandContext,
  { theme, mouse, screenReader }: OptionValues<typeof BOARD_OPTIONS>,
  { engine, files, name, onTerminal }: Opening,
): Promise<Result> {
  const tui = await import("@countersign/tui");
  const [keys, quickIssues, confirmBatch, notify, workplace] = await Promise.all([
    readKeyChanges(context.env),
    quickIssuesHere(context),
    confirmBatchHere(context),
    notifyHere(context),
    workplaceHere(context),
  ]);
  const settings = {
    engine: await engine(),
    workplace: { name: name ?? workplace.name, branch: workplace.branch },
    theme: theme ?? null,
    themes: await ownThemes(context, tui.readThemes),
    colours: wantsColour(context.color, context.env, true),
    ascii: context.style.ascii,
    keys,
    quickIssues,
    confirmBatch,
    notify,
    editor: context.env.VISUAL ?? context.env.EDITOR,
    pager: context.env.PAGER,
    difftool: context.env.COUNTERSIGN_DIFFTOOL,
    shell: context.env.SHELL,
    mouse,
    screenReader: screenReader || wantsScreenReader(context.env),
    directory: workplace.root,
    unsent: files.unsent,
    keepUnsent: files.keep,
    problem: files.problem,
    onTerminal,
    stdin: process.stdin,
    stdout: process.stdout,
  };
  const { next, ...ending } = await tui.openTui(settings);
  if (next === "worktree" || next === "branch") return await checkHere(context, next);
  if (next === "tour") await tui.openTui({ ...settings, ...tourOf(tui.createTourEngine) });
  const { approved, redone, rejected, left } = ending;
  const rejections = rejected === 0 ? "" : `, ${rejected} rejected`;
  return {
    schema: "board.close",
    data: ending,
    text: () =>
      `${approved} approved, ${redone} redo${rejections}, ${left} left. Back: countersign`,
  };
}

/** Nothing of the tour is kept. */
export const NO_FILES: UnsentFiles = {
  unsent: { drafts: [], marks: [] },
  problem: null,
  keep: async () => undefined,
};

/** What differs on the tour: nothing of it is kept. */
function tourOf(create: (nowMs: () => number) => EnginePort) {
  return {
    engine: create(() => Date.now()),
    workplace: { name: "tour", branch: null },
    unsent: NO_FILES.unsent,
    keepUnsent: NO_FILES.keep,
    problem: null,
  };
}

/** Runs the checks on local changes, for a person who has no task yet. */
async function checkHere(context: CommandContext, what: "worktree" | "branch"): Promise<Result> {
  return await reviewLocalWork(context, {
    schema: "gate.check",
    asks: "checks",
    options: readOptions(GATE_OPTIONS, { worktree: what === "worktree" }),
  });
}

async function ownThemes({ env }: CommandContext, read: typeof readThemes): Promise<OwnThemes> {
  const file = await readThemeFile(env);
  const result = read(file === null ? {} : file.written);
  if (result.ok) return result.own;
  throw new CountersignError("invalid_input", `${file?.path ?? ""}: ${result.problem}`, {
    hint: 'Write it as {"use": "mine", "themes": {"mine": {"from": "dark", "added": "#7fd88f"}}}',
  });
}

type Here = { name: string; branch: string | null; root: string | null };

/** The board is about all repositories of the engine; this one only gives the first line its name. */
async function workplaceHere({ directory }: CommandContext): Promise<Here> {
  try {
    const { repository, branch, root } = await findWorkplace(directory);
    return { name: basename(repository), branch, root };
  } catch {
    return { name: "all repositories", branch: null, root: null };
  }
}

/** Whether the environment asks for lines instead of panels. The name that release 0.1 read is refused. */
function wantsScreenReader(env: Environment): boolean {
  const value = env.COUNTERSIGN_SCREEN_READER ?? "";
  if (value === "" && env.INK_SCREEN_READER === "true")
    throw refusal("INK_SCREEN_READER is not read any more");
  if (value !== "" && value !== "true" && value !== "false")
    throw refusal(`COUNTERSIGN_SCREEN_READER is neither true nor false: ${value}`);
  return value === "true";
}

function refusal(text: string): CountersignError {
  return new CountersignError("invalid_input", text, {
    hint: "Set COUNTERSIGN_SCREEN_READER=true, or use --screen-reader",
  });
}
