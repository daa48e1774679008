import { basename } from "node:path";
import { CountersignError } from "@countersign/core";
import {
  mergeMarks,
  type ReadMarks,
  type RedoDrafts,
  readMarks,
  readRedoDrafts,
} from "@countersign/review";
import type { EnginePort, OwnThemes, readThemes } from "@countersign/tui";
import { z } from "zod";
import type { CommandContext, Given } from "../context.ts";
import { gateCommand } from "../gate/gate-command.ts";
import { readOptions } from "../given.ts";
import type { Result } from "../output/result.ts";
import { wantsColour } from "../output/style.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { type Keep, readKeys, readThemeFile } from "./board-files.ts";
import { confirmBatchHere, notifyHere, quickIssuesHere } from "./quick-issues.ts";
import { wantsScreenReader } from "./wants-screen-reader.ts";

const Options = z.object({
  theme: z.string().optional(),
  color: z.enum(["auto", "always", "never"]).default("auto"),
  mouse: z.boolean().default(true),
  screenReader: z.boolean().default(false),
});

export type Opening = {
  /** What the board is about; made when the panels are loaded. */
  engine: () => Promise<EnginePort>;
  drafts: { kept: unknown; keep(drafts: RedoDrafts): void };
  /** What was read of changes. */
  marks: { kept: unknown; keep: Keep };
  /** What the first line calls it; left out: the repository here. */
  name?: string;
};

/** Without somebody who sees it and presses keys there is no board. */
export function requireTerminal(): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new CountersignError("invalid_input", "The board needs a terminal", {
    hint: "Without one: countersign status, countersign inbox",
  });
}

/** Opens the panels and says at the end what was done. They are large, so nothing else loads them. */
export async function openBoard(
  context: CommandContext,
  given: Given,
  { engine, drafts, marks, name }: Opening,
): Promise<Result> {
  const { theme, color, mouse, screenReader } = readOptions(given, Options);
  const tui = await import("@countersign/tui");
  const [keys, quickIssues, confirmBatch, notify, workplace] = await Promise.all([
    readKeys(context.env),
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
    colours: wantsColour(color, context.env, true),
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
    drafts: { read: readRedoDrafts(drafts.kept), keep: drafts.keep },
    marks: {
      read: readMarks(marks.kept),
      keep: (read: ReadMarks) => marks.keep((kept) => mergeMarks(kept, read)),
    },
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

/** What differs on the tour: nothing of it is kept. */
function tourOf(create: (nowMs: () => number) => EnginePort) {
  return {
    engine: create(() => Date.now()),
    workplace: { name: "tour", branch: null },
    drafts: { read: new Map(), keep: () => undefined },
    marks: { read: new Map(), keep: async () => undefined },
  };
}

/** Whoever has no task yet sees what the checks say of their own work. */
async function checkHere(context: CommandContext, what: "worktree" | "branch"): Promise<Result> {
  return await gateCommand("gate.check", "checks")(context, {
    args: [],
    options: { worktree: what === "worktree" },
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
