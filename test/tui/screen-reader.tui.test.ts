import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

let terminal: OpenTerminal;
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-reader-"));
});
afterEach(async () => {
  await terminal.close();
  await rm(folder, { recursive: true, force: true });
});

function start(env: Readonly<Record<string, string>>): void {
  terminal = openTerminal({
    command: process.execPath,
    args: [inject("program"), "tour"],
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder, ...env },
    columns: 120,
    rows: 40,
  });
}

describe("COUNTERSIGN_SCREEN_READER", () => {
  it("opens the board as lines", async () => {
    start({ COUNTERSIGN_SCREEN_READER: "true" });
    await terminal.until("Keys:");
    expect(terminal.output()).not.toContain("─");
  });

  it.each([
    [{ COUNTERSIGN_SCREEN_READER: "on" }, "COUNTERSIGN_SCREEN_READER is neither true nor false"],
    [{ INK_SCREEN_READER: "true" }, "INK_SCREEN_READER is not read any more"],
  ])("refuses %o and says what to set", async (env, problem) => {
    start(env);
    await terminal.until("Set COUNTERSIGN_SCREEN_READER=true, or use --screen-reader");
    expect(terminal.output()).toContain(problem);
  });
});
