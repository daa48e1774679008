import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

let stage: Stage;
let asPerson: { COUNTERSIGN_TOKEN: string };

/** Types a command of the program at a terminal, as only a person can. */
async function type(command: string): Promise<string> {
  const { code, out } = await stage.bench.type(
    `cd ${stage.bench.repository} && ${process.execPath} ${stage.bench.program} ${command}`,
  );
  expect(code, out).toBe(0);
  return out;
}

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  const key = join(bench.directory, "id_ed25519");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key]);
  await bench.write("shop.txt", "one\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await stage.run(["init", "--yes"]);
  await type(`key add ${key}`);
  await stage.json(["config", "set", "trust.humanPresence", '"verified"']);
  await stage.json(["config", "set", "merge.graceSeconds", "0"]);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Require signatures");
  await bench.confirmPolicy();
  asPerson = { COUNTERSIGN_TOKEN: await bench.humanToken() };
});
afterAll(async () => {
  await stage?.bench.close();
});

async function waitForPerson(branch: string): Promise<{ task: string; tree: string }> {
  const task = await stage.submit(branch, `${branch}.txt`, "work\n");
  const { round } = await stage.bench.until(
    task,
    ({ state, turn }) => state === "reviewing" && turn.holder === "person",
  );
  return { task, tree: round?.content.tree ?? "" };
}

const PROMPT_MS = 25_000;

/** Approves the chosen task. The prompt of ssh-keygen appears below those that were cancelled. */
async function approveIn(terminal: OpenTerminal, prompt = /Enter passphrase/): Promise<void> {
  await terminal.press("Enter");
  await terminal.until("[A] Approve", PROMPT_MS);
  await terminal.quiet();
  await terminal.press("a");
  await terminal.until(prompt, PROMPT_MS);
}

/** Approves a task on the board, up to the prompt of ssh-keygen. The key has a passphrase until the test ends. */
async function approveOnBoard(branch: string): Promise<{ task: string; terminal: OpenTerminal }> {
  const { task } = await waitForPerson(branch);
  const key = join(stage.bench.directory, "id_ed25519");
  const change = (from: string, to: string) =>
    execFileSync("ssh-keygen", ["-q", "-p", "-P", from, "-N", to, "-f", key]);
  change("", "a passphrase");
  const { program, repository: cwd, env } = stage.bench;
  const terminal = openTerminal({
    ...{ command: process.execPath, args: [program, "board"], cwd, env },
    ...{ columns: 120, rows: 40 },
  });
  onTestFinished(async () => {
    change("a passphrase", "");
    await terminal.close();
  });
  await terminal.until(task, PROMPT_MS);
  await approveIn(terminal);
  expect(terminal.screen()).toContain(`Signing: approve ${task}, round 1`);
  return { task, terminal };
}

describe("a decision where the policy requires a signature", () => {
  it("is signed with the person's key, and the work is merged", async () => {
    const { task, tree } = await waitForPerson("signed");
    await stage.json(["approve", task, "--tree", tree], asPerson);
    await stage.bench.until(task, ({ state }) => state === "done");
  });

  it("is signed from the board", async () => {
    const { task, terminal } = await approveOnBoard("board");
    terminal.write("a passphrase\r");
    await stage.bench.until(task, ({ state }) => state === "done");
  });

  it("stays open if the person cancels the prompt on the board, and can then be signed", async () => {
    const { task, terminal } = await approveOnBoard("cancelled");
    terminal.write("\u0003");
    await terminal.until(`Cannot approve ${task}: ssh-keygen did not sign`, PROMPT_MS);
    await stage.bench.until(task, ({ state }) => state === "reviewing");

    await approveIn(terminal, /(Enter passphrase.*){2}/s);
    terminal.write("a passphrase\r");
    await stage.bench.until(task, ({ state }) => state === "done");
  });

  it("is refused with the person's token alone", async () => {
    const { task, tree } = await waitForPerson("unsigned");
    await rm(join(stage.bench.data, "signing.json"));
    const { code, err } = await stage.run(["approve", task, "--tree", tree], asPerson);

    expect([code, err]).toEqual([4, expect.stringContaining("countersign key add")]);
    await stage.bench.until(task, ({ state }) => state === "reviewing");
  });
});
