import { CountersignError } from "@countersign/core";
import type { MergeCommit, Pinned, TrialMerge } from "@countersign/engine";
import { asText, diffEntries } from "./diff-entries.ts";
import { keep, treeOf } from "./fetch.ts";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { objectId } from "./names.ts";

type Sides = { base: string; ours: string; theirs: string };

const IDENTITY = {
  name: "countersign",
  email: "countersign@localhost",
};

/** The best common ancestor of two commits, or null when they have none. */
export async function mergeBase(
  mirror: MirrorDirectory,
  one: string,
  other: string,
): Promise<string | null> {
  const { code, output } = await mirror.run(["merge-base", objectId(one), objectId(other)], {
    answers: [0, 1],
  });
  return code === 0 ? objectId(output.toString("latin1").split("\n")[0] ?? "") : null;
}

/**
 * Merges two commits over a given base, in the mirror only.
 *
 * Git looks for the base in the history, so each side is given a history of one step from the base.
 */
export async function trialMerge(mirror: MirrorDirectory, sides: Sides): Promise<TrialMerge> {
  const base = await bareCommit(mirror, await treeOf(mirror, sides.base), []);
  const ours = await bareCommit(mirror, await treeOf(mirror, sides.ours), [base]);
  const theirs = await bareCommit(mirror, await treeOf(mirror, sides.theirs), [base]);
  const { code, output } = await mirror.run(
    ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours, theirs],
    { answers: [0, 1] },
  );
  const [tree = "", ...paths] = asText(output).split("\0").slice(0, -1);
  if (code === 1) return { outcome: "conflict", paths: paths.toSorted() };
  return { outcome: "clean", tree: objectId(tree), changedOnBothSides: await both(mirror, sides) };
}

/** Paths that both sides changed, even where git could join the changes. */
async function both(mirror: MirrorDirectory, { base, ours, theirs }: Sides): Promise<string[]> {
  const mine = await diffEntries(mirror, { from: base, to: ours }, "none");
  const other = await diffEntries(mirror, { from: base, to: theirs }, "none");
  const paths = new Set(mine.map(({ path }) => path));
  return other.flatMap(({ path }) => (paths.has(path) ? [path] : []));
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

async function writeCommit(mirror: MirrorDirectory, commit: MergeCommit): Promise<string> {
  const { tree, parents, message, author, atSeconds } = commit;
  const date = `@${Math.trunc(atSeconds)} +0000`;
  const named = parents.flatMap((parent) => ["-p", objectId(parent)]);
  const { output } = await mirror.run(["commit-tree", ...named, objectId(tree)], {
    input: message,
    variables: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: IDENTITY.name,
      GIT_COMMITTER_EMAIL: IDENTITY.email,
      GIT_COMMITTER_DATE: date,
    },
  });
  return objectId(output.toString("latin1").trimEnd());
}
