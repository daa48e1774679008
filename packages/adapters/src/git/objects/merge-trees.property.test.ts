import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { StoredObject } from "../format/object-bytes.ts";
import { packBytes } from "../format/pack-bytes.ts";
import { findGit } from "../program/git-settings.ts";
import { locateMirror, type MirrorDirectory } from "../program/mirror-directory.ts";
import { openMirrored } from "../testing/open-mirror.ts";
import {
  type BuiltMerge,
  buildMerge,
  type RandomMerge,
  randomMerge,
} from "../testing/random-merge.ts";
import { times } from "../testing/times.ts";
import { mergeTrees } from "./merge-trees.ts";

const RUNS = times(10_000);
const BATCH = 500;
const SEED = Number(
  process.env.MERGE_NUMBER ?? (process.env.CI ? 20_261_115 : Date.now() % 2 ** 31),
);

/** Merges all pairs with one process of git. Returns the tree of each; null for a conflict. */
async function mergeByGit(
  mirror: MirrorDirectory,
  merges: readonly BuiltMerge[],
): Promise<(string | null)[]> {
  const input = merges.map(({ commits }) => `${commits.ours} ${commits.theirs}\n`).join("");
  const flags = ["--write-tree", "-z", "--name-only", "--no-messages", "--stdin"];
  const { output } = await mirror.run(["merge-tree", ...flags], { input });
  const parts = output.toString("latin1").split("\0");
  const results: (string | null)[] = [];
  while (parts.length > 1) {
    const end = parts.indexOf("");
    const [status, tree = ""] = parts.splice(0, end + 1);
    results.push(status === "1" ? tree : null);
  }
  return results;
}

type Count = { merged: number; changed: number; clean: number; conflict: number };

/** Merges random pairs both ways and compares the trees. */
async function compare(mirror: MirrorDirectory, batch: RandomMerge[], count: Count): Promise<void> {
  const objects = new Map<string, StoredObject>();
  const merges = batch.map((one) => buildMerge(one, objects));
  await mirror.run(["index-pack", "--stdin"], { input: packBytes([...objects.values()], 40) });
  const byGit = await mergeByGit(mirror, merges);
  expect(byGit).toHaveLength(merges.length);
  for (const [index, { trees }] of merges.entries()) {
    const expected = byGit[index] ?? null;
    const merged = await mergeTrees(mirror, trees);
    count[expected === null ? "conflict" : "clean"] += 1;
    if (merged === null) continue;
    count.merged += 1;
    count.changed += Math.min(1, merged.made.length);
    expect(merged.tree, JSON.stringify(batch[index])).toBe(expected);
  }
}

/** A mirror of its own for each batch, because git writes every merged tree. */
async function inMirror(work: (mirror: MirrorDirectory) => Promise<void>): Promise<void> {
  const lab = openMirrored();
  lab.write("a", "1");
  lab.commit();
  await lab.mirror.fetch(lab.repository, { branch: "main" });
  const settings = { binary: findGit(undefined), home: lab.folder, timeoutMs: 300_000 };
  const mirror = locateMirror(settings, join(lab.folder, "data", "mirrors"), "acme/shop");
  await work(mirror);
  mirror.rest();
  lab.remove();
}

it(`merges like git, or leaves it to git, ${RUNS} times`, async () => {
  const count = { merged: 0, changed: 0, clean: 0, conflict: 0 };

  for (let from = 0; from < RUNS; from += BATCH) {
    const options = { numRuns: Math.min(BATCH, RUNS - from), seed: SEED + from };
    const batch = fc.sample<RandomMerge>(randomMerge, options);
    await inMirror((mirror) => compare(mirror, batch, count));
  }

  expect(count.changed).toBeGreaterThan(RUNS / 5);
  expect(count.conflict).toBeGreaterThan(RUNS / 20);
  expect(count.clean - count.merged).toBeGreaterThan(RUNS / 20);
});
