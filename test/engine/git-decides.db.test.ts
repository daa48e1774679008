import type { Task } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { times } from "../../packages/core/src/testing/scale.ts";
import { openEngine, POLICY } from "./open-engine.ts";

/** Nobody is asked, so that each pair of branches goes straight to its merge. */
const QUIET = { ...POLICY, checks: [], modes: { default: "skip", floor: "skip" } };
const { engine, shop, ana, agent, key, until } = await openEngine(QUIET);

const PAIRS = Math.max(6, times(300));
const LINES = Array.from({ length: 24 }, (_, index) => `line ${index}`);

type Files = Record<string, string | null>;

/** A number from 0 to `below - 1` that depends on the start alone. */
function dice(start: number): (below: number) => number {
  let state = start * 2_654_435_761 + 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    state = (state ^ (state >>> 12)) >>> 0;
    return state % below;
  };
}

function inFolder(pair: number, files: Files): Files {
  const named = Object.entries(files).map(([path, text]) => [`pair-${pair}/${path}`, text]);
  return Object.fromEntries(named);
}

/** One side's edits: lines near or far, a new file, a deleted or moved file, the same text as the other side. */
function editsOf(roll: (below: number) => number): Files {
  const files: Files = {};
  const lines = [...LINES];
  for (let count = 1 + roll(3); count > 0; count -= 1) {
    const at = roll(lines.length);
    const kind = roll(4);
    if (kind === 0) lines.splice(at, 1);
    else if (kind === 1) lines.splice(at, 0, `added ${roll(2)}`);
    else lines[at] = `changed ${roll(2)}`;
  }
  const what = roll(8);
  files["shared.txt"] = `${lines.join("\n")}\n`;
  if (what === 0) files["shared.txt"] = null;
  if (what === 1) {
    files["moved.txt"] = files["shared.txt"];
    files["shared.txt"] = null;
  }
  if (what === 2) files["new.txt"] = `new ${roll(2)}\n`;
  if (what === 3) files["other.txt"] = `other ${roll(2)}\n`;
  return files;
}

/** Commits files on a branch of its own, without touching a checkout. */
function branch(name: string, from: string, files: Files): string {
  const lines = [
    `commit refs/heads/${name}`,
    "committer Ada <ada@acme.test> 1700000000 +0000",
    "data 4\nwork",
    `from ${from}`,
    ...Object.entries(files).map(([path, text]) =>
      text === null
        ? `D ${path}`
        : `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`,
    ),
  ];
  shop.feed(`${lines.join("\n")}\n`, "fast-import", "--quiet", "--force");
  return shop.git("rev-parse", `refs/heads/${name}`);
}

async function handIn(name: string): Promise<string> {
  const { task } = await engine.createTask(agent, key(), {
    title: `Work on ${name}`,
    repo: "shop",
  });
  const from = { branch: name };
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "" });
  return task;
}

const isSettled = ({ phase }: { phase: { is: string } }) =>
  phase.is === "done" || phase.is === "rework" || phase.is === "held";

/** What plain git says of merging a commit into another one: the merged tree, or null for a conflict. */
function gitMerges(ours: string, theirs: string): string | null {
  const output = shop.tryGit("merge-tree", "--write-tree", "--name-only", ours, theirs);
  const [tree = "", ...rest] = output.trimEnd().split("\n");
  return rest.length === 0 ? tree : null;
}

/** Merges both branches of a pair and compares the second with git; whether git could merge it. */
async function playPair(pair: number): Promise<boolean> {
  const roll = dice(pair + 1);
  const from = shop.git("rev-parse", "main");
  branch(`one-${pair}`, from, inFolder(pair, editsOf(roll)));
  const theirs = branch(`two-${pair}`, from, inFolder(pair, editsOf(roll)));
  await until(await handIn(`one-${pair}`), ({ phase }) => phase.is === "done");
  const expected = gitMerges(shop.git("rev-parse", "main"), theirs);
  if (shop.git("rev-parse", `${theirs}^{tree}`) === shop.git("rev-parse", "main^{tree}")) {
    await expect(handIn(`two-${pair}`)).rejects.toThrow("There is nothing to review");
    return true; // both sides made the same change
  }
  const second = await until(await handIn(`two-${pair}`), isSettled);
  if (expected === null) {
    expect([pair, second.phase.is, second.attempt]).toEqual([pair, "rework", 2]);
    await engine.command(ana, key(), second.id, rejectOf(second));
    return false;
  }
  expect([pair, second.phase.is, second.attempt]).toEqual([pair, "done", 1]);
  expect(shop.git("rev-parse", "main^{tree}")).toBe(expected);
  return true;
}

function rejectOf({ round }: Task) {
  const shown = { round: round?.number ?? null, tree: round?.content.tree ?? null };
  return { type: "reject", ...shown, reason: "a conflict" } as const;
}

describe("two branches that are merged one after the other", () => {
  it(`have the outcome of git's own merge, for ${PAIRS} generated pairs`, async () => {
    const base = { "shared.txt": `${LINES.join("\n")}\n`, "other.txt": "other\n" };
    const pairs = Array.from({ length: PAIRS }, (_, pair) => pair);
    const all = pairs.map((pair) => inFolder(pair, base));
    branch("base", shop.git("rev-parse", "main"), Object.assign({}, ...all));
    await until(await handIn("base"), ({ phase }) => phase.is === "done");
    let clean = 0;
    for (const pair of pairs) if (await playPair(pair)) clean += 1;
    process.stdout.write(`${PAIRS} pairs: ${clean} clean, ${PAIRS - clean} conflicts\n`);
    expect(clean).toBeGreaterThan(0);
    expect(clean).toBeLessThan(PAIRS);
  }, 3_600_000);
});
