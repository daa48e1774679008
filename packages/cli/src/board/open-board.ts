import { basename } from "node:path";
import { CountersignError } from "@countersign/core";
import type { EnginePort, RedoDrafts } from "@countersign/tui";
import { z } from "zod";
import type { CommandContext, Given } from "../context.ts";
import { readOptions } from "../given.ts";
import type { Result } from "../output/result.ts";
import { wantsColour } from "../output/style.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { readKeys } from "./board-files.ts";
import { confirmBatchHere, quickIssuesHere } from "./quick-issues.ts";

const Options = z.object({
  theme: z.string().default("terminal"),
  color: z.enum(["auto", "always", "never"]).default("auto"),
  mouse: z.boolean().default(true),
  screenReader: z.boolean().default(false),
});

export type Opening = {
  /** What the board is about; made when the panels are loaded. */
  engine: () => Promise<EnginePort>;
  drafts: { kept: unknown; keep(drafts: RedoDrafts): void };
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
  { engine, drafts, name }: Opening,
): Promise<Result> {
  const { theme, color, mouse, screenReader } = readOptions(given, Options);
  const tui = await import("@countersign/tui");
  const [keys, quickIssues, confirmBatch, place] = await Promise.all([
    readKeys(context.env),
    quickIssuesHere(context),
    confirmBatchHere(context),
    placeHere(context),
  ]);
  const settings = {
    engine: await engine(),
    place: { name: name ?? place.name, branch: place.branch },
    theme,
    colours: wantsColour(color, context.env, true),
    ascii: context.style.ascii,
    keys,
    quickIssues,
    confirmBatch,
    editor: context.env.VISUAL ?? context.env.EDITOR,
    pager: context.env.PAGER,
    difftool: context.env.COUNTERSIGN_DIFFTOOL,
    mouse,
    screenReader: screenReader || context.env.INK_SCREEN_READER === "true",
    directory: place.root,
    drafts: { read: tui.readRedoDrafts(drafts.kept), keep: drafts.keep },
    stdin: process.stdin,
    stdout: process.stdout,
  };
  const { next, ...ending } = await tui.openTui(settings);
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
    place: { name: "tour", branch: null },
    drafts: { read: new Map(), keep: () => undefined },
  };
}

type Here = { name: string; branch: string | null; root: string | null };

/** The board is about all repositories of the engine; this one only gives the first line its name. */
async function placeHere({ directory }: CommandContext): Promise<Here> {
  try {
    const { repository, branch, root } = await findWorkplace(directory);
    return { name: basename(repository), branch, root };
  } catch {
    return { name: "all repositories", branch: null, root: null };
  }
}
