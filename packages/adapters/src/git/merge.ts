import { CountersignError } from "@countersign/core";
import type { MergeCommit, Pinned, TrialMerge } from "@countersign/engine";
import { bytesOf } from "./byte-path.ts";
import { changedFiles } from "./changed-files.ts";
import { relate } from "./commit-graph.ts";
import { asText } from "./diff-entries.ts";
import { keep } from "./kept-commits.ts";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { objectId } from "./names.ts";
import { treeOf } from "./read-objects.ts";
import { IDENTITY, writeCommit } from "./write-commit.ts";

type Sides = { base: string; ours: string; theirs: string };

/** The best common ancestor of two commits, or null when they have none. */
export async function mergeBase(
  mirror: MirrorDirectory,
  one: string,
  other: string,
): Promise<string | null> {
  const relation = await relate(mirror, one, other);
  if (relation !== null) return relation.bases[0] ?? null;
  const { code, output } = await mirror.run(["merge-base", objectId(one), objectId(other)], {
    answers: [0, 1],
  });
  return code === 0 ? objectId(output.toString("latin1").split("\n")[0] ?? "") : null;
}

/**
 * Merges two commits over a given base, in the mirror only.
 *
 * Where one side changed nothing, the other is the result. Git looks for the base in the history, so
 * each side is given a history of one step from the base.
 */
export async function trialMerge(mirror: MirrorDirectory, sides: Sides): Promise<TrialMerge> {
  const trees = {
    base: await treeOf(mirror, sides.base),
    ours: await treeOf(mirror, sides.ours),
    theirs: await treeOf(mirror, sides.theirs),
  };
  const only =
    trees.ours === trees.base ? trees.theirs : trees.theirs === trees.base ? trees.ours : null;
  if (only !== null) return { outcome: "clean", tree: only, changedOnBothSides: [] };

  const base = await bareCommit(mirror, trees.base, []);
  const ours = await bareCommit(mirror, trees.ours, [base]);
  const theirs = await bareCommit(mirror, trees.theirs, [base]);
  const { code, output } = await mirror.run(
    ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours, theirs],
    { answers: [0, 1] },
  );
  const [tree = "", ...paths] = asText(output).split("\0").slice(0, -1);
  if (code === 1) return { outcome: "conflict", paths: paths.toSorted() };
  return { outcome: "clean", tree: objectId(tree), changedOnBothSides: await both(mirror, trees) };
}

/** Paths that both sides changed, even where git could join the changes. */
async function both(mirror: MirrorDirectory, { base, ours, theirs }: Sides): Promise<string[]> {
  const mine = await changedFiles(mirror, { from: base, to: ours });
  const other = await changedFiles(mirror, { from: base, to: theirs });
  const paths = new Set(mine.map(({ path }) => path));
  return other.flatMap(({ path }) => (paths.has(path) ? [asText(bytesOf(path))] : []));
}

async function bareCommit(
  mirror: MirrorDirectory,
  tree: string,
  parents: readonly string[],
): Promise<string> {
  const commit = { tree, parents, message: "Trial\n", author: IDENTITY, atSeconds: 0 };
  return await writeCommit(mirror, commit);
}

/** Makes the commit of a merge; the same input makes the same commit. */
export async function commitMerge(mirror: MirrorDirectory, commit: MergeCommit): Promise<Pinned> {
  const { name, email } = commit.author;
  if (/[\0\n]/.test(name + email) || commit.message.includes("\0") || name.trim() === "") {
    throw new CountersignError("invalid_input", "A commit needs a plain author and message");
  }
  const id = await writeCommit(mirror, commit);
  await keep(mirror, id);
  return { commit: id, tree: objectId(commit.tree) };
}
