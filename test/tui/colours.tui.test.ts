import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

const ESC = String.fromCodePoint(0x1b);

let home: string;
let terminal: OpenTerminal;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "colours-"));
});
afterEach(async () => {
  await terminal.close();
  await rm(home, { recursive: true, force: true });
});

async function start(): Promise<void> {
  terminal = openTerminal({
    command: process.execPath,
    args: [inject("program"), "tour"],
    cwd: home,
    env: { PATH: process.env.PATH ?? "", HOME: home },
  });
}

async function writeThemes(themes: unknown): Promise<void> {
  await mkdir(join(home, ".config", "countersign"), { recursive: true });
  await writeFile(join(home, ".config", "countersign", "themes.json"), JSON.stringify(themes));
}

it("takes the theme that the person's own file wants", async () => {
  const key = { mine: { from: "dark", key: "underline #010203" } };
  await writeThemes({ use: "mine", themes: key });
  await start();
  await terminal.until("REVIEW PENDING");
  await terminal.until(() => terminal.output().includes(`${ESC}[4;38;2;1;2;3m[R]${ESC}[0m`));
});

it("says what is wrong with a theme, and opens nothing", async () => {
  await writeThemes({ themes: { mine: { key: "mauve" } } });
  await start();
  expect(await terminal.ended).not.toBe(0);
  expect(terminal.output()).toContain('themes.json: mine: key: "mauve" is no look');
});

/* The thread that colours code is a file of its own in what is published, and must be found there. */
it("colours the code of a change in the built program", async () => {
  await start();
  await terminal.until("REVIEW PENDING");
  await terminal.press("R", "Enter");
  await terminal.until("REVIEW TASK");
  await terminal.press("D");
  await terminal.until(() => terminal.output().includes(`${ESC}[35mimport${ESC}[0m`));
  expect(terminal.screen()).toContain("import { sign, verify } from 'jose';");
});
