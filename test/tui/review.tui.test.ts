import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

let bench: Bench;
let terminal: OpenTerminal | undefined;
const tasks = new Map<string, string>();

/** A repository that was set up as a person would do it, and a real engine. */
beforeAll(async () => {
  bench = await openBench();
  const scripts = { test: "test ! -e broken.txt", lint: "true" };
  await bench.write("package.json", `${JSON.stringify({ name: "shop", scripts })}\n`);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await said("init", "--yes");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Add countersign");
  await bench.confirmPolicy();
});
afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
});
afterAll(async () => {
  await bench.close();
});

async function said(...args: string[]): Promise<string> {
  return await told(args, {});
}

/** A script of the person's own, with a token of theirs. */
async function asPerson(...args: string[]): Promise<string> {
  return await told(args, { COUNTERSIGN_TOKEN: await bench.humanToken() });
}

async function told(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { code, out, err } = await bench.run(args, { env });
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}:\n${out}${err}`);
  return out;
}

async function read(...args: string[]) {
  return JSON.parse(await said(...args, "--json")).data;
}

function taskOf(name: string): string {
  const task = tasks.get(name);
  if (task === undefined) throw new Error(`There is no task ${name}`);
  return task;
}

const shown = (name: string) => read("task", "show", taskOf(name));

/** An agent submits a change of its own. */
async function handIn(name: string): Promise<string> {
  await bench.git("switch", "--quiet", "-c", name, "main");
  await bench.write(`${name}.txt`, `${name}\n`);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", `Work on ${name}`);
  const words = ["--agent", "codex", "--title", `Work on ${name}`, "--message", `made ${name}`];
  const { task } = await read("task", "submit", ...words);
  await bench.git("switch", "--quiet", "--detach");
  return task;
}

type Seen = { state: string; turn: { holder: string } };

async function until(name: string, isSo: (seen: Seen) => boolean): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(200)) {
    if (isSo(await shown(name))) return;
  }
  throw new Error(`${name} never became so:\n${await said("why", taskOf(name))}`);
}

function open(): OpenTerminal {
  terminal = openTerminal({
    command: process.execPath,
    args: [bench.program],
    cwd: bench.repository,
    env: bench.env,
    columns: 120,
    rows: 40,
  });
  return terminal;
}

/** Longer than keys that decide are dead after another screen appeared. */
const SETTLED_MS = 500;

describe("a board without tasks", () => {
  it("d leaves it for what the checks say of the files here", async () => {
    await bench.write("broken.txt", "it is not committed\n");
    const screen = open();
    await screen.until("[d]  check your uncommitted changes");
    await screen.press("d");
    expect(await screen.ended).not.toBe(0);
    expect(screen.isAlternate()).toBe(false);
    expect(screen.output()).toContain("broken.txt");
    await bench.git("clean", "--force", "--quiet", "broken.txt");
  });
});

describe("countersign in a terminal", () => {
  beforeAll(async () => {
    for (const name of ["one", "two", "strict"]) tasks.set(name, await handIn(name));
    await asPerson("task", "mode", taskOf("strict"), "per-task");
    for (const name of tasks.keys()) await until(name, ({ turn }) => turn.holder === "person");
  });

  it("reviews several: all that is auto-approvable with one key, and no other [R-005] [R-240] [R-241]", async () => {
    const screen = open();
    await screen.until("REVIEW PENDING │ 3 tasks │ Press [R] to review");
    await screen.press("R");
    await screen.until("Auto-approvable: 0    Need attention: 3");
    for (const number of ["1", "2", "3"]) {
      await pause(SETTLED_MS);
      await screen.press(number, "D");
      await screen.until("file 1/1");
      await screen.press("v");
      await screen.until("read 100%");
      await screen.press("Esc", "Esc");
      await screen.until("REVIEW SUMMARY");
    }
    await screen.until("Auto-approvable: 2    Need attention: 1");
    await pause(SETTLED_MS);
    await screen.press("A");
    await screen.until("2 approved:");
    await screen.until("Auto-approvable: 0    Need attention: 1");
    const states = [await shown("one"), await shown("two"), await shown("strict")];
    expect(states.map(({ state }) => state === "reviewing")).toEqual([false, false, true]);
    await screen.press("Enter");
    await screen.until("strict.txt (new file, 1 line)");
    await screen.press("D");
    await screen.until("file 1/1");
    await screen.until("read 100%");
    await screen.press("Esc");
    await screen.until("REVIEW TASK");
    await screen.press("R");
    await screen.until("REDO WITH FEEDBACK");
    await screen.press("2", "Tab", ..."half a thought");
    await screen.until("half a thought");
    await screen.press("Esc");
    await screen.until("REVIEW TASK");
    await screen.press("q", "q", "q");
    expect(await screen.ended).toBe(0);
    expect(screen.output()).toContain("2 approved, 0 redo, 1 left. Back: countersign");
    await until("one", ({ state }) => state === "done");
    expect(await bench.git("ls-tree", "--name-only", "main")).toContain("one.txt");
  });

  it("keeps feedback and what was read across a restart, and a redo reaches the agent's next prompt [R-241]", async () => {
    const screen = open();
    await screen.until("REVIEW PENDING │ 1 task");
    await screen.press("R");
    await screen.until("REVIEW TASK");
    await screen.press("D");
    await screen.until("read 100%");
    await screen.press("Esc", "W");
    await screen.until("Why these reviewers");
    await screen.press("t");
    await screen.until(/auto +approved/);
    await screen.press("Esc", "Esc");
    await screen.until("REVIEW TASK");
    await screen.press("R");
    await screen.until("half a thought");
    expect(screen.screen()).toContain("[✓] 2. Code style issues");
    await pause(SETTLED_MS);
    await screen.press("Enter");
    await screen.until("SENT BACK");
    expect(await shown("strict")).toMatchObject({
      state: "rework",
      feedback: [{ quickIssues: ["Code style issues"], customFeedback: "half a thought" }],
    });
  });

  it("shows what is submitted while it is open; a decision is taken back, another stands", async () => {
    const screen = open();
    await screen.until("● live");
    const task = await handIn("live");
    tasks.set("live", task);
    await screen.until("REVIEW PENDING │ 1 task │ Press [R] to review");
    await screen.press("R");
    await screen.until("live.txt (new file, 1 line)");
    await pause(SETTLED_MS);
    await screen.press("A");
    await screen.until(new RegExp(`APPROVED ${task} │ merges in \\d+ s │ \\[U\\] undo`));
    await screen.press("U");
    await screen.until(`Taken back: ${task}`);
    expect(await shown("live")).toMatchObject({ state: "reviewing" });
    await screen.press("R");
    await screen.until("REVIEW TASK");
    await screen.press("X", ..."not now");
    await screen.until("not now");
    await screen.press("Enter");
    await screen.until("REJECTED");
    await screen.press("q");
    await screen.ended;
    expect(await shown("live")).toMatchObject({ state: "rejected", rejectReason: "not now" });
  });

  it("without a terminal says what it said before", async () => {
    expect(await said()).toContain("Nothing waits for you.");
  });
});
