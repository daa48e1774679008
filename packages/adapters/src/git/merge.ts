import { CountersignError } from "@countersign/core";
import type { MergeCommit, Pinned, TrialMerge } from "@countersign/engine";
import { changedFiles } from "./diff/changed-files.ts";
import { decodePath } from "./diff/diff-entries.ts";
import { relateCommits } from "./objects/commit-graph.ts";
import { keepCommit } from "./objects/kept-commits.ts";
import { type MergeTrees, mergeTrees } from "./objects/merge-trees.ts";
import { resolveTree } from "./objects/read-objects.ts";
import { COMMIT_IDENTITY, writeCommit } from "./objects/write-commit.ts";
import { writeObjects } from "./objects/write-object.ts";
import { pathBytes } from "./paths/byte-path.ts";
import { objectId } from "./paths/names.ts";
import type { MirrorDirectory } from "./program/mirror-directory.ts";

type Commits = { ours: string; theirs: string; base?: string | undefined };

/** Returns the best common ancestor of two commits; null if there is none. */
export async function mergeBase(
  mirror: MirrorDirectory,
  one: string,
  other: string,
): Promise<string | null> {
  return (await findBase(mirror, { ours: one, theirs: other })).base;
}

/** Finds the base of a merge. `isOnly` is false if there may be several equally good ones. */
async function findBase(
  mirror: MirrorDirectory,
  { ours, theirs, base }: Commits,
): Promise<{ base: string | null; isOnly: boolean }> {
  if (base !== undefined) return { base, isOnly: true };
  const relation = await relateCommits(mirror, ours, theirs);
  if (relation !== null) return { base: relation.bases[0] ?? null, isOnly: true };
  const { code, output } = await mirror.run(["merge-base", objectId(ours), objectId(theirs)], {
    answers: [0, 1],
  });
  const [first = ""] = output.toString("latin1").split("\n");
  return { base: code === 0 ? objectId(first) : null, isOnly: false };
}

/**
 * Merges two commits in the mirror, with the same result as `git merge`.
 *
 * Git finds the base in the history. If the caller passes a base, each side becomes one commit on
 * top of it. Sides that only add or change files at different paths are merged without git.
 */
export async function trialMerge(mirror: MirrorDirectory, commits: Commits): Promise<TrialMerge> {
  const { ours, theirs } = commits;
  const { base, isOnly } = await findBase(mirror, commits);
  if (base === null) throw new CountersignError("invalid_input", "The commits have no common base");
  const trees = {
    base: await resolveTree(mirror, base),
    ours: await resolveTree(mirror, ours),
    theirs: await resolveTree(mirror, theirs),
  };
  const only =
    trees.ours === trees.base ? trees.theirs : trees.theirs === trees.base ? trees.ours : null;
  if (only !== null && (commits.base !== undefined || base === ours || base === theirs))
    return { outcome: "clean", tree: only, changedOnBothSides: [] };
  const merged = isOnly ? await mergeTrees(mirror, trees) : null;
  if (merged === null) return await mergeByGit(mirror, commits, trees);
  await writeObjects(mirror, merged.made, merged.tree.length);
  return { outcome: "clean", tree: merged.tree, changedOnBothSides: [] };
}

async function mergeByGit(
  mirror: MirrorDirectory,
  { ours, theirs, base }: Commits,
  trees: MergeTrees,
): Promise<TrialMerge> {
  const sides = base === undefined ? [ours, theirs] : await stepsFrom(mirror, trees);
  const { code, output } = await mirror.run(
    [
      "merge-tree",
      "--write-tree",
      "-z",
      "--name-only",
      "--no-messages",
      ...sides.map((side) => objectId(side)),
    ],
    { answers: [0, 1] },
  );
  const [tree = "", ...paths] = decodePath(output).split("\0").slice(0, -1);
  if (code === 1) return { outcome: "conflict", paths: paths.toSorted() };
  return { outcome: "clean", tree: objectId(tree), changedOnBothSides: await both(mirror, trees) };
}

/** Creates a commit per side whose only common ancestor is the base. */
async function stepsFrom(mirror: MirrorDirectory, trees: MergeTrees): Promise<[string, string]> {
  const base = await bareCommit(mirror, trees.base, []);
  return [
    await bareCommit(mirror, trees.ours, [base]),
    await bareCommit(mirror, trees.theirs, [base]),
  ];
}

/** Lists the paths that both sides changed, even if git can merge them. */
async function both(
  mirror: MirrorDirectory,
  { base, ours, theirs }: MergeTrees,
): Promise<string[]> {
  const mine = await changedFiles(mirror, { from: base, to: ours });
  const other = await changedFiles(mirror, { from: base, to: theirs });
  const paths = new Set(mine.map(({ path }) => path));
  return other.flatMap(({ path }) => (paths.has(path) ? [decodePath(pathBytes(path))] : []));
}

async function bareCommit(
  mirror: MirrorDirectory,
  tree: string,
  parents: readonly string[],
): Promise<string> {
  const commit = { tree, parents, message: "Trial\n", author: COMMIT_IDENTITY, atSeconds: 0 };
  return await writeCommit(mirror, commit);
}

/** Creates a merge commit. The same input creates the same commit. */
export async function commitMerge(mirror: MirrorDirectory, commit: MergeCommit): Promise<Pinned> {
  const { name, email } = commit.author;
  if (/[\0\n]/.test(name + email) || commit.message.includes("\0") || name.trim() === "") {
    throw new CountersignError("invalid_input", "A commit needs a plain author and message");
  }
  const id = await writeCommit(mirror, commit);
  await keepCommit(mirror, id);
  return { commit: id, tree: objectId(commit.tree) };
}
