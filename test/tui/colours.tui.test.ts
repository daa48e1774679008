import { mkdtemp, rm } from "node:fs/promises";
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

/* The thread that colours code is a file of its own in what is published, and must be found there. */
it("colours the code of a change in the built program", async () => {
  terminal = openTerminal({
    command: process.execPath,
    args: [inject("program"), "tour"],
    cwd: home,
    env: { PATH: process.env.PATH ?? "", HOME: home },
  });
  await terminal.until("REVIEW PENDING");
  await terminal.press("R", "Enter");
  await terminal.until("REVIEW TASK");
  await terminal.press("D");
  await terminal.until(() => terminal.output().includes(`${ESC}[35mimport${ESC}[0m`));
  expect(terminal.screen()).toContain("import { sign, verify } from 'jose';");
});
