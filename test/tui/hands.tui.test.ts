import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

/** Where time is short, the same is tried without a terminal. */

const ESC = String.fromCodePoint(0x1b);

let folder: string;
let terminal: OpenTerminal;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-hands-"));
});
afterEach(async () => {
  await terminal.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  terminal = openTerminal({
    command: process.execPath,
    args: [inject("sampleProgram"), "tour"],
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...env },
    columns: 120,
    rows: 40,
  });
  await terminal.until(env.COUNTERSIGN_SCREEN_READER === undefined ? "REVIEW PENDING" : "Keys:");
  await terminal.quiet(200);
}

async function script(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

/** A program that says what it was given, waits for Enter and goes. */
const WAITS = 'echo "HERE $*"; cat > seen 2>/dev/null; read line < /dev/tty';

describe("the terminal is handed over and taken back", () => {
  it("to the pager, with the whole change", async () => {
    await start({ PAGER: await script("pager", WAITS) });
    await terminal.press("R", "2", "D");
    await terminal.until("DIFF");
    await terminal.press("|");
    await terminal.until("HERE");
    expect(terminal.isAlternate()).toBe(false);
    terminal.write("\r");
    await terminal.until("DIFF  ch-abc2");
    expect(terminal.isAlternate()).toBe(true);
    expect(await readFile(join(folder, "seen"), "utf8")).toContain(
      "+  return users.get(name.trim());",
    );
    await terminal.press("Esc");
    await terminal.until("REVIEW TASK");
  });

  it("to the tool that compares, with both versions", async () => {
    const tool = await script(
      "tool",
      `echo "HERE $1 $2"; cat "$1" "$2" > "${folder}/seen"; read line < /dev/tty`,
    );
    await start({ COUNTERSIGN_DIFFTOOL: tool });
    await terminal.press("R", "2", "D");
    await terminal.until("DIFF");
    await terminal.press("T");
    await terminal.until("HERE old/find-user.ts new/find-user.ts");
    terminal.write("\r");
    await terminal.until("DIFF  ch-abc2");
    const seen = await readFile(join(folder, "seen"), "utf8");
    expect(seen).toContain("users.get(name);");
    expect(seen).toContain("users.get(name.trim());");
  });

  it("to the editor, which writes the feedback", async () => {
    await start({ EDITOR: await script("editor", 'echo "said in an editor" > "$1"') });
    await terminal.press("R", "2");
    await terminal.until("REVIEW TASK");
    await terminal.press("R");
    await terminal.until("REDO WITH FEEDBACK");
    await terminal.press("Tab", "\u0005");
    await terminal.until("│ said in an editor");
    expect(terminal.isAlternate()).toBe(true);
  });

  it("with every key: none is taken by us while another program has it", async () => {
    const lines = Array.from({ length: 10 }, (_, at) => `line ${at + 1}`);
    const editor = await script(
      "editor",
      'echo HERE; for at in 1 2 3 4 5 6 7 8 9 10; do read line < /dev/tty; echo "$line"; done > "$1"',
    );
    await start({ EDITOR: editor });
    await terminal.press("R", "2");
    await terminal.until("REVIEW TASK");
    await terminal.press("R");
    await terminal.until("REDO WITH FEEDBACK");
    await terminal.press("Tab", "\u0005");
    await terminal.until("HERE");
    for (const line of lines) {
      terminal.write(`${line}\r`);
      await pause(50);
    }
    await terminal.until("│ line 8", 20_000);
    await terminal.press("Esc");
    await terminal.until("REVIEW TASK");
  });

  it("says so when there is no pager", async () => {
    await start({ PAGER: "cat" });
    await terminal.press("R", "2", "D", "|");
    await terminal.until("There is no $PAGER");
  });
});

describe("the mouse in a terminal", () => {
  const press = (column: number, row: number): string => `${ESC}[<0;${column};${row}M`;
  const wheel = (column: number, row: number): string => `${ESC}[<65;${column};${row}M`;

  function placeOf(text: string): [column: number, row: number] {
    const row = terminal.lines().findIndex((line) => line.includes(text));
    return [(terminal.lines()[row]?.indexOf(text) ?? -1) + 1, row + 1];
  }

  it("is asked for, selects, scrolls and opens, decides nothing, and is given back", async () => {
    await start({ MOUSE: "1" });
    expect(terminal.output()).toContain(`${ESC}[?1000h${ESC}[?1006h`);
    terminal.write(press(...placeOf("ch-abc3")));
    await terminal.until(">ch-abc3");
    terminal.write(wheel(...placeOf("ch-abc3")));
    await terminal.until(">ch-abc4");
    terminal.write(press(...placeOf("[R] review")));
    await terminal.until("REVIEW SUMMARY");
    await pause(400);
    terminal.write(press(...placeOf("[A] Approve all")));
    await terminal.until("A click decides nothing");
    terminal.write(press(...placeOf("[Esc] Cancel")));
    await terminal.until("Press [R] to review");
    await terminal.press("q");
    expect(await terminal.ended).toBe(0);
    const output = terminal.output();
    expect(output.lastIndexOf(`${ESC}[?1000l`)).toBeGreaterThan(
      output.lastIndexOf(`${ESC}[?1000h`),
    );
  });

  it("is given back when the program is killed", async () => {
    await start({ MOUSE: "1" });
    terminal.kill("SIGTERM");
    await terminal.ended;
    expect(terminal.output()).toContain(`${ESC}[?1000l`);
  });

  it("is left to the terminal where it is not wanted", async () => {
    await start();
    expect(terminal.output()).not.toContain("?1000h");
  });
});

describe("the board for a screen reader", () => {
  it("adds lines in words and draws nothing again", async () => {
    await start({ COUNTERSIGN_SCREEN_READER: "true" });
    expect(terminal.isAlternate()).toBe(false);
    await terminal.until("Reviewing, task 1 of 5, ch-abc1, Add user authentication, P0, your turn");
    await terminal.press("j");
    await terminal.until("task 2 of 5, ch-abc2");
    await terminal.press("Enter");
    await terminal.until("Task 1 of 1, ch-abc2");
    await terminal.press("X");
    await terminal.until("Reason:");
    await terminal.press(..."no");
    await terminal.until("Reason: no");
    await terminal.press("Esc");
    await pause(400);
    await terminal.press("A");
    await terminal.until("APPROVED ch-abc2");
    // What was said stays where it was said.
    expect(terminal.output().split("Reviewing, task 1 of 5, ch-abc1").length - 1).toBe(1);
    expect(terminal.output()).not.toMatch(/[│┌┐└┘├┤─═]/u);
    await terminal.press("q");
    expect(await terminal.ended).toBe(0);
  });
});
