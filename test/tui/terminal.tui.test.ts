import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

const PROGRAM = inject("sampleProgram");
const CWD = fileURLToPath(new URL(".", import.meta.url));
const env = { PATH: process.env.PATH ?? "", CI: "" };

let terminal: OpenTerminal;
afterEach(async () => {
  await terminal.close();
});

function start(what = "tour", size = { columns: 100, rows: 30 }): void {
  const args = [PROGRAM, what];
  terminal = openTerminal({ command: process.execPath, args, cwd: CWD, env, ...size });
}

/** As a person would: from a shell whose terminal is looked at before and after. */
function startInShell(what = "tour"): void {
  const line = `stty -g; ${process.execPath} ${PROGRAM} ${what}; echo "code $?"; stty -g`;
  terminal = openTerminal({ command: "/bin/sh", args: ["-c", line], cwd: CWD, env });
}

const ESC = String.fromCodePoint(0x1b);

/** What was switched on is off again: own screen, hidden cursor, marked pastes. */
function expectRestored(): void {
  const output = terminal.output();
  const last = (on: string, off: string): boolean =>
    output.lastIndexOf(off) > output.lastIndexOf(on);
  expect(last(`${ESC}[?1049h`, `${ESC}[?1049l`)).toBe(true);
  expect(last(`${ESC}[?25l`, `${ESC}[?25h`)).toBe(true);
  expect(last(`${ESC}[?2004h`, `${ESC}[?2004l`)).toBe(true);
  expect(terminal.isAlternate()).toBe(false);
}

function modesOfTerminal(): string[] {
  return terminal
    .output()
    .split(/\r?\n/)
    .filter((line) => /^[0-9a-f]+(?::[0-9a-f]+){10,}$/.test(line));
}

describe("the terminal", () => {
  it("has the number of waiting tasks in its title while the board is open", async () => {
    const notify = { escalate: ["terminal"], yourTurn: ["terminal"], quietHours: null, people: {} };
    const more = { ...env, NOTIFY: JSON.stringify(notify) };
    const args = [PROGRAM, "tour"];
    terminal = openTerminal({ command: process.execPath, args, cwd: CWD, env: more });
    await terminal.until("REVIEW PENDING");
    await vi.waitFor(
      () =>
        expect(terminal.output().replaceAll(ESC, "ESC")).toMatch(
          /ESC\[22;2tESC\]2;\(\d+\) countersign/,
        ),
      10_000,
    );
    await terminal.press("q");
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain(`${ESC}[23;2t`);
  });

  it("is restored when the person leaves, and one line stays", async () => {
    startInShell();
    await terminal.until("REVIEW PENDING");
    expect(terminal.isAlternate()).toBe(true);
    await terminal.press("q");
    expect(await terminal.ended).toBe(0);
    expectRestored();
    const [before, after] = modesOfTerminal();
    expect(before).toBeDefined();
    expect(after).toBe(before);
    expect(terminal.output()).toContain('{"approved":0');
  });

  it("is restored by Ctrl+C", async () => {
    start();
    await terminal.until("REVIEW PENDING");
    await terminal.press("R", "Ctrl+C");
    await terminal.ended;
    expectRestored();
  });

  it("is restored after a crash, and the reason can be read", async () => {
    startInShell("crash");
    await terminal.until("REVIEW PENDING");
    await terminal.ended;
    expectRestored();
    const [before, after] = modesOfTerminal();
    expect(after).toBe(before);
    expect(terminal.output()).toContain("crashed on purpose");
  });

  it.each(["SIGTERM", "SIGHUP"])("is restored after %s", async (signal) => {
    start();
    await terminal.until("REVIEW PENDING");
    terminal.kill(signal);
    expect(await terminal.ended).not.toBe(0);
    expectRestored();
  });

  it("keeps what was read when the terminal is closed under the board", async () => {
    const folder = await mkdtemp(join(tmpdir(), "countersign-marks-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "marks");
    const variables = { ...env, COUNTERSIGN_SAMPLE_MARKS: file };
    const args = [PROGRAM, "tour"];
    terminal = openTerminal({ command: process.execPath, args, cwd: CWD, env: variables });
    await terminal.until("REVIEW PENDING");
    await terminal.press("R", "Enter", "D", "v");
    terminal.kill("SIGHUP");
    expect(await terminal.ended).not.toBe(0);
    expect(await readFile(file, "utf8")).not.toBe("");
  });

  it("is given back while the program is stopped, and taken again when it goes on", async () => {
    start();
    await terminal.until("REVIEW PENDING");
    process.kill(terminal.pid, "SIGTSTP");
    await waitFor(() => stateOf(terminal.pid) === "T");
    await terminal.quiet(100);
    expectRestored();
    process.kill(terminal.pid, "SIGCONT");
    await waitFor(() => terminal.isAlternate());
    await terminal.until("REVIEW PENDING");
    await terminal.press("R");
    await terminal.until("REVIEW SUMMARY");
  });

  it("is drawn anew after another size, never taller than one line less", async () => {
    start();
    await terminal.until("REVIEW PENDING");
    for (const [columns, rows] of [
      [80, 24],
      [60, 16],
      [52, 12],
      [200, 60],
      [120, 40],
    ] as const) {
      terminal.resize(columns, rows);
      const wanted = columns < 60 ? "needs 60x16, this is 52x12" : "Reviewing 5";
      const isDrawn = (screen: string): boolean =>
        screen.includes(wanted) && isAsWide(screen, columns) && terminal.lines().at(-1) === "";
      await terminal.until(isDrawn);
      await terminal.quiet(500);
      await terminal.until(isDrawn);
    }
  });
});

/** The border that goes from side to side. */
function isAsWide(screen: string, columns: number): boolean {
  return (
    columns < 60 || screen.split("\n").some((line) => /^[└]/.test(line) && line.length === columns)
  );
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !isTrue(); await pause(20)) {
    if (Date.now() > end) throw new Error(`It never became true:\n${terminal.screen()}`);
  }
}

/** The letter of the kernel for what a process does. */
function stateOf(pid: number): string {
  if (process.platform === "linux")
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0] ?? "";
  return (
    execFileSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" }).trim()[0] ?? ""
  );
}
