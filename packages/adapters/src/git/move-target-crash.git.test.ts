import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { processName } from "@countersign/engine";
import { describe, expect, inject, it } from "vitest";
import { agentWork } from "./testing/agent-work.ts";
import { type MirroredWorkshop, openMirrored } from "./testing/open-mirror.ts";
import { times } from "./testing/times.ts";

const NAMES = Array.from({ length: 600 }, (_, index) => `dir-${index % 20}/file-${index}`);
const FIRST = "dir-0/file-0";

type Move = { branch: string; expected: string; next: string };

/** A repository whose target moves, and with it files that are changed, gone and new. */
async function openMoving(files: number): Promise<{ lab: MirroredWorkshop; move: Move }> {
  const names = NAMES.slice(0, files);
  const lab = openMirrored();
  for (const name of names) lab.write(name, `old ${name}\n`);
  lab.commit("Base");
  const work = await agentWork(lab, ({ write, erase }) => {
    for (const name of names.slice(0, files - 2)) write(name, `new ${name}\n`);
    for (const name of names.slice(files - 2, files - 1)) erase(name);
    for (const name of names.slice(files - 1)) write(`${name}-more`, `more ${name}\n`);
  });
  return { lab, move: { branch: "main", expected: work.expected, next: work.next } };
}

const CHILD = `
  const [module, data, repository, move] = process.argv.slice(1);
  const { createGitMirror } = await import(module);
  const mirror = createGitMirror({ dataDirectory: data });
  process.stdout.write("ready");
  await mirror.moveTarget(JSON.parse(repository), JSON.parse(move));
`;

/** Moves the target in a process of its own, which is killed so long after the branch moved. */
async function moveAndKill(lab: MirroredWorkshop, move: Move, delayMs: number): Promise<boolean> {
  const args = [
    inject("gitModules").mirror,
    join(lab.folder, "data"),
    JSON.stringify(lab.repository),
    JSON.stringify(move),
  ];
  const child = spawn(process.execPath, ["--input-type=module", "--eval", CHILD, "--", ...args]);
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  const ref = join(lab.repo, ".git/refs/heads/main");
  while (child.exitCode === null && !readFileSync(ref, "utf8").startsWith(move.next)) {
    await after(1);
  }
  await after(delayMs);
  child.kill("SIGKILL");
  const [, signal] = await ended;
  return signal === "SIGKILL";
}

const KILLED = `
  import { subscribe } from "node:diagnostics_channel";
  const [module, data, repository, move, at] = process.argv.slice(1);
  subscribe("countersign.boundary", (name) => name === at && process.kill(process.pid, "SIGKILL"));
  const { createGitMirror } = await import(module);
  await createGitMirror({ dataDirectory: data }).moveTarget(JSON.parse(repository), JSON.parse(move));
`;

/** Moves the target in a process of its own, which ends itself at a boundary. */
async function moveUntil(lab: MirroredWorkshop, move: Move, at: string): Promise<boolean> {
  const args = [
    inject("gitModules").mirror,
    join(lab.folder, "data"),
    JSON.stringify(lab.repository),
    JSON.stringify(move),
    at,
  ];
  const child = spawn(process.execPath, ["--input-type=module", "--eval", KILLED, "--", ...args]);
  const [, signal] = await once(child, "exit");
  return signal === "SIGKILL";
}

function statusOf(lab: MirroredWorkshop): string {
  return lab.git("status", "--porcelain", "--untracked-files=all");
}

describe("moveTarget after a crash", () => {
  it.each([60, 20, 0, 120].slice(0, times(4)))(
    "finishes what was left %d ms after the branch moved",
    async (delay) => {
      const { lab, move } = await openMoving(600);
      expect(await moveAndKill(lab, move, delay), "it was too late to kill it").toBe(true);
      expect(lab.git("rev-parse", "main")).toBe(move.next);
      expect(existsSync(join(lab.repo, ".git/index.lock"))).toBe(true);

      expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });

      expect(statusOf(lab)).toBe("");
      expect(lab.git("write-tree")).toBe(lab.git("rev-parse", `${move.next}^{tree}`));
      expect(existsSync(join(lab.repo, ".git/index.lock"))).toBe(false);
    },
  );

  it.each([
    "move.locked",
    "move.copied",
    "move.marked",
    "ref.locked",
    "ref.compared",
    "ref.renamed",
    "move.swapped",
    "bring.removed",
    "bring.written",
    "bring.indexed",
  ])("goes on after a kill at %s", async (at) => {
    const { lab, move } = await openMoving(6);
    expect(await moveUntil(lab, move, at)).toBe(true);

    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });

    expect(lab.git("rev-parse", "main")).toBe(move.next);
    expect(statusOf(lab)).toBe("");
    expect(lab.git("write-tree")).toBe(lab.git("rev-parse", `${move.next}^{tree}`));
    const left = readdirSync(join(lab.repo, ".git"), { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => /\.lock$|countersign/.test(name))).toEqual([]);
  });

  it("says what is in the way when somebody worked on the half of it", async () => {
    const { lab, move } = await openMoving(6);
    expect(await moveUntil(lab, move, "move.swapped")).toBe(true);
    lab.write(FIRST, "mine\n");

    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({
      outcome: "dirty",
      worktrees: [{ path: lab.repo, paths: [FIRST] }],
    });

    lab.git("reset", "--quiet", "--hard");
    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });
  });

  it.each([
    "move.locked",
    "move.copied",
    "move.marked",
    "ref.renamed",
    "move.swapped",
    "bring.removed",
    "bring.written",
    "bring.indexed",
  ])("loses no byte of the person's work and takes over what was approved: %s", async (at) => {
    const { lab, move } = await openMoving(6);
    const [, taken = ""] = NAMES;
    lab.write(taken, `new ${taken}\n`);
    lab.git("add", taken);
    lab.write("own/staged", "mine\n");
    lab.git("add", "own/staged");
    lab.write("own/untracked", "mine\n");
    expect(await moveUntil(lab, move, at)).toBe(true);

    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });

    expect(statusOf(lab)).toBe("A  own/staged\n?? own/untracked");
    expect(readFileSync(join(lab.repo, "own/untracked"), "utf8")).toBe("mine\n");
    const left = readdirSync(join(lab.repo, ".git"), { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => /\.lock$|countersign/.test(name))).toEqual([]);
  });

  it("leaves a merge alone that a person takes back without a commit", async () => {
    const { lab, move } = await openMoving(6);
    await lab.mirror.moveTarget(lab.repository, move);
    lab.git("read-tree", "--reset", "-u", move.expected);
    const before = statusOf(lab);

    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });
    expect(statusOf(lab)).toBe(before);
    expect(before).not.toBe("");
  });

  it("does not touch work that was begun on the moved branch", async () => {
    const { lab, move } = await openMoving(6);
    await lab.mirror.moveTarget(lab.repository, move);
    lab.write(FIRST, "mine\n");
    lab.write("staged", "mine\n");
    lab.git("add", "staged");
    const before = statusOf(lab);

    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });
    expect(statusOf(lab)).toBe(before);
  });

  it("says moved when somebody has built on it already", async () => {
    const { lab, move } = await openMoving(6);
    await lab.mirror.moveTarget(lab.repository, move);
    const later = lab.commit("Later");

    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });
    expect(lab.git("rev-parse", "main")).toBe(later);
  });

  it("respects the lock of a process of ours that is alive", async () => {
    const { lab, move } = await openMoving(6);
    const id = "00000000-0000-0000-0000-000000000000";
    const lock = join(lab.repo, ".git/index.lock");
    writeFileSync(lock, `countersign ${hostname()} ${processName(process.ppid)} ${id}\n`);

    expect(await lab.mirror.moveTarget(lab.repository, move)).toMatchObject({ outcome: "dirty" });
    expect(existsSync(lock)).toBe(true);
  });
});

describe("moveTarget in a race", () => {
  it("moves everything or nothing, whenever somebody pushes", async () => {
    const undisturbed = await openMoving(6);
    const began = performance.now();
    await undisturbed.lab.mirror.moveTarget(undisturbed.lab.repository, undisturbed.move);
    const lasts = performance.now() - began;

    const outcomes: string[] = [];
    // The longest waits are for a machine that has become slower since.
    for (const part of [0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 2, 8, 32]) {
      if (part > 2 && outcomes.includes("moved")) break;
      const { lab, move } = await openMoving(6);
      const tree = `${move.expected}^{tree}`;
      const rival = lab.git("commit-tree", "-p", move.expected, "-m", "Rival", tree);

      const moving = lab.mirror.moveTarget(lab.repository, move);
      await after(part * lasts);
      lab.tryGit("update-ref", "refs/heads/main", rival, move.expected);
      const { outcome } = await moving;

      const isMoved = outcome === "moved";
      outcomes.push(outcome);
      expect(lab.git("rev-parse", "main")).toBe(isMoved ? move.next : rival);
      expect(readFileSync(join(lab.repo, FIRST), "utf8")).toContain(isMoved ? "new" : "old");
      expect(statusOf(lab)).toBe("");
    }
    expect(new Set(outcomes)).toEqual(new Set(["lost_race", "moved"]));
  });
});
