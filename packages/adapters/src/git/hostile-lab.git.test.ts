import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { BLUNT_TRAPS } from "./testing/hostile-blunt.ts";
import { type HostileCase, type HostileLab, prepare } from "./testing/hostile-case.ts";
import { HOSTILE_HIDING } from "./testing/hostile-hiding.ts";
import { HOSTILE_PROGRAMS } from "./testing/hostile-programs.ts";
import { openMirrored } from "./testing/open-mirror.ts";

const CASES: readonly HostileCase[] = [...HOSTILE_PROGRAMS, ...HOSTILE_HIDING];

/** Everything the mirror can do, on the hostile branch. Answers with all that was shown. */
async function everyOperation(lab: HostileLab): Promise<string> {
  const { mirror, repository } = lab;
  const repo = repository.id;
  const { commit: main } = await mirror.fetch(repository, { branch: "main" });
  const agent = await mirror.fetch(repository, { branch: "agent" });
  await mirror.fetch(repository, { worktree: lab.repo });
  const snapshot = await mirror.snapshot(repository, lab.repo);
  const content = { repo, target: "main", base: main, head: agent.commit, tree: agent.tree };
  const change = await mirror.readChange(content, ["package.json#scripts"]);
  for (const { newId } of change.entries) {
    if (!/^0+$/.test(newId)) await mirror.readBlob(repo, newId, 1_000).catch(onlyRefused);
  }
  await mirror.readFile(repo, agent.tree, "a.ts", 1_000);
  const shown = await mirror.showDiff(content);
  const between = await mirror.interdiff(repo, agent.tree, snapshot.tree);
  await mirror.saveCheckpoint(repo, "lab", agent.commit);
  await mirror.readCheckpoint(repo, "lab");
  const sides = { base: main, ours: main, theirs: agent.commit };
  const trial = await mirror.trialMerge(repo, sides);
  if (trial.outcome === "clean") await merge(lab, { main, agent: agent.commit, tree: trial.tree });
  await mirror.dropCheckpoint(repo, "lab");
  await everyWrite(lab, { main, agent: agent.commit });
  await mirror.maintain(repo);
  const listed = [...shown.unshown, ...between.unshown].map(({ path }) => `listed ${path}`);
  const commits = change.commits.map(({ subject }) => `commit ${subject}`);
  return [shown.patch, between.patch]
    .map((patch) => Buffer.from(patch).toString("utf8"))
    .concat(listed, commits)
    .join("\n");
}

async function merge(
  { mirror, repository }: HostileLab,
  { main, agent, tree }: { main: string; agent: string; tree: string },
): Promise<void> {
  const { commit: next } = await mirror.commitMerge(repository.id, {
    tree,
    parents: [main, agent],
    message: "Merge\n",
    author: { name: "Ada", email: "ada@acme.test" },
    atSeconds: 1_700_000_000,
  });
  const move = { branch: "main", expected: main, next };
  expect(await mirror.moveTarget(repository, move)).toEqual({ outcome: "moved" });
}

/** Outcomes of moves of a branch that is checked out. */
const moves = { moved: 0, dirty: 0, lost_race: 0 };

/** Everything that writes files: moves the branch that is checked out, resets, checks out. */
async function everyWrite(
  { mirror, repository, repo: worktree, folder }: HostileLab,
  { main, agent }: { main: string; agent: string },
): Promise<void> {
  const { commit: next } = await mirror.commitMerge(repository.id, {
    tree: (await mirror.fetch(repository, { branch: "main" })).tree,
    parents: [agent, main],
    message: "Move\n",
    author: { name: "Ada", email: "ada@acme.test" },
    atSeconds: 1_700_000_000,
  });
  const file = join(worktree, "moved.ts");
  const before = readFileSync(join(worktree, "a.ts"), "utf8");
  const move = { branch: "agent", expected: agent, next };
  const { outcome } = await mirror.moveTarget(repository, move);
  moves[outcome] += 1;
  if (outcome === "dirty") expect(readFileSync(join(worktree, "a.ts"), "utf8")).toBe(before);
  writeFileSync(file, "untracked\n");
  const reset = { worktree, to: agent, keepAs: "before-reset" };
  expect(await mirror.resetWork(repository, reset)).toMatchObject({ outcome: "reset" });
  expect(readFileSync(join(worktree, "a.ts"), "utf8")).toBe("evil()\n");
  expect(existsSync(file)).toBe(false);
  const { files } = await mirror.checkout(repository.id, agent, join(folder, "checkout"));
  expect(files).toBeGreaterThan(0);
  expect(readFileSync(join(folder, "checkout", "a.ts"), "utf8")).toBe("evil()\n");
}

function onlyRefused(error: unknown): void {
  if (!(error instanceof CountersignError)) throw error;
}

describe("hostile repositories", () => {
  it("are at least 25 kinds, each under its own name", () => {
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    expect(CASES.length).toBeGreaterThanOrEqual(25);
  });

  it.each(CASES)("$name: fools plain git, not the mirror", async (hostile) => {
    const lab = prepare(openMirrored());
    hostile.plant(lab);
    lab.fired();
    expect(hostile.springs(lab), "plain git was not fooled").toBe(true);
    lab.fired();

    const shown = await everyOperation(lab).catch((error: unknown) => error);

    expect(lab.fired(), "the trap sprang").toBe(false);
    if (hostile.refused) {
      expect(shown).toBeInstanceOf(CountersignError);
      return;
    }
    if (shown instanceof Error) throw shown;
    expect(shown).toContain("+evil()");
    expect(shown).not.toContain("top secret");
    for (const must of hostile.mustShow ?? []) expect(shown).toContain(must);
    expect(readFileSync(`${lab.repo}/.git/refs/heads/main`, "utf8")).not.toContain(lab.base);
  });

  it.each(BLUNT_TRAPS)("$name: springs for nobody, since $because", async (blunt) => {
    const lab = prepare(openMirrored());
    blunt.plant(lab);
    lab.fired();

    expect(blunt.springs(lab), "plain git is fooled again").toBe(false);
    expect(await everyOperation(lab)).toContain("+evil()");
    expect(lab.fired(), "the trap sprang").toBe(false);
  });

  it("had their checked-out branch moved, files and all, also beside work that the move leaves alone", () => {
    expect(moves.moved).toBeGreaterThanOrEqual(25);
    expect(moves.dirty).toBe(0);
    expect(moves.lost_race).toBe(0);
  });
});
