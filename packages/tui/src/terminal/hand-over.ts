import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { safeText } from "@countersign/review";

const DEFAULT_PAGER = "less";
/** Default options of less: it stays open even if the text is short. */
const LESS = "R";
const DEFAULT_TOOL = "vimdiff";

/** Runs the person's program with its arguments; null if it did not start. */
export function runUserProgram(
  command: string,
  args: readonly string[],
  { input, cwd }: { input?: string; cwd?: string } = {},
): Promise<number | null> {
  const [program = "", ...own] = command.trim().split(/\s+/u);
  return new Promise((resolve) => {
    const child = spawn(program, [...own, ...args], {
      stdio: [input === undefined ? "inherit" : "pipe", "inherit", "inherit"],
      env: { ...process.env, LESS: process.env.LESS ?? LESS },
      ...(cwd === undefined ? {} : { cwd }),
    });
    child.once("error", () => resolve(null));
    child.once("close", resolve);
    // The user may leave a pager before it has read all input.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** Shows a text in the person's pager; false if there is none. */
export async function showInPager(text: string, pager: string | undefined): Promise<boolean> {
  const command = pager ?? DEFAULT_PAGER;
  if (command === "" || command === "cat") return false;
  return (await runUserProgram(command, [], { input: pagerText(text) })) !== null;
}

/** Opens the person's shell in a directory until they exit; false if it did not start. */
export async function openShellIn(directory: string, shell = "/bin/sh"): Promise<boolean> {
  process.stdout.write(`${safeText(directory)}; exit returns to the board\n`);
  return (await runUserProgram(shell, [], { cwd: directory })) !== null;
}

/** Sanitizes a text for the pager; only line ends and tabs are kept. */
export function pagerText(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .split("\t")
        .map((part) => safeText(part))
        .join("\t"),
    )
    .join("\n");
}

export type BothVersions = { path: string; old: string; now: string };

/** Shows both versions of a file in the person's difftool; false if it did not start. */
export async function compareInTool(
  { path, old, now }: BothVersions,
  tool: string | undefined,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-compare-"));
  try {
    const name = fileName(path);
    const sides = await Promise.all([
      writeSide(folder, "old", name, old),
      writeSide(folder, "new", name, now),
    ]);
    return (await runUserProgram(tool ?? DEFAULT_TOOL, sides, { cwd: folder })) !== null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSide(
  folder: string,
  side: "old" | "new",
  name: string,
  text: string,
): Promise<string> {
  await mkdir(join(folder, side), { mode: 0o700 });
  await writeFile(join(folder, side, name), text, { mode: 0o600 });
  return join(side, name);
}

/** Keeps only the extension, by which a tool detects the language. */
function fileName(path: string): string {
  const name = basename(path)
    .replaceAll(/[^\w.-]/gu, "_")
    .slice(-100);
  return name.startsWith("-") || name.startsWith(".") || name === "" ? `file${name}` : name;
}
