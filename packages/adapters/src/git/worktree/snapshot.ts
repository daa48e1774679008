import type { Pinned, Repository, SkippedPath, Snapshot } from "@countersign/engine";
import { keepCommit } from "../objects/kept-commits.ts";
import { readCommit } from "../objects/read-objects.ts";
import { COMMIT_IDENTITY, UNCOMMITTED, writeCommit } from "../objects/write-commit.ts";
import { objectId } from "../paths/names.ts";
import { endWithNul, splitAtNul } from "../paths/nul-list.ts";
import { type MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";
import { fetchWork } from "../refs/fetch.ts";
import { locateWorktree } from "../refs/locate-repository.ts";
import { hasOwnChangesOnly, isOwnEntryPath } from "./own-entries.ts";
import { placeSubmodules } from "./submodules.ts";
import { createFateReader, MAX_NEW_FILES } from "./worktree-file.ts";

const SUBMODULE = "160000";

type Variables = { GIT_INDEX_FILE: string; GIT_WORK_TREE: string };

/**
 * Commits the uncommitted work of a worktree on top of its HEAD.
 *
 * Git runs with the mirror as its directory and our own empty index, so every file is read again and no
 * filter, hook or monitor of the repository applies. Nested repositories are skipped. The paths in `also` are
 * included even if the worktree ignores them.
 */
export async function snapshotWork(
  mirror: MirrorDirectory,
  repository: Repository,
  worktree: string,
  also: readonly Buffer[] = [],
): Promise<Snapshot> {
  const head = await fetchWork(mirror, repository, { worktree });
  const located = await locateWorktree(repository.path, worktree);
  const { root } = located;
  return await withPrivateIndex(mirror, async (index) => {
    const variables = { ...index, GIT_WORK_TREE: root };
    await mirror.run(["read-tree", objectId(head.tree)], { variables: index });
    await placeSubmodules(mirror, index, located);
    const { taken, gone, skipped } = await withoutOurs(
      mirror,
      { root, tree: head.tree },
      await changedPaths(mirror, variables, { root, also }),
    );
    if (gone.length > 0) {
      const input = endWithNul(gone);
      await mirror.run(["update-index", "-z", "--force-remove", "--stdin"], { variables, input });
    }
    await mirror.run(["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], {
      variables,
      input: endWithNul(taken),
    });
    const { output } = await mirror.run(["write-tree"], { variables: index });
    const tree = objectId(output.toString("latin1").trimEnd());
    return { ...(await commitWork(mirror, head, tree)), skipped };
  });
}

type CollectedPaths = { taken: Buffer[]; gone: Buffer[]; skipped: SkippedPath[] };

/** Lists all tracked paths, and new ones that the worktree does not ignore. */
async function changedPaths(
  mirror: MirrorDirectory,
  variables: Variables,
  { root, also }: { root: string; also: readonly Buffer[] },
): Promise<CollectedPaths> {
  const tracked = await listed(mirror, variables, ["ls-files", "-z", "--stage"]);
  const fresh = await listed(mirror, variables, [
    "ls-files",
    "-z",
    "--others",
    "--exclude-standard",
  ]);
  const collected: CollectedPaths = { taken: [], gone: [], skipped: [] };
  const fateOf = createFateReader(root);
  const names = [...tracked.flatMap(plainPath), ...fresh.slice(0, MAX_NEW_FILES), ...also];
  for (const name of new Map(names.map((one) => [one.toString("latin1"), one])).values()) {
    const fate = await fateOf(name);
    if (fate === "taken" || fate === "gone") collected[fate].push(name);
    else collected.skipped.push({ path: name.toString("utf8"), why: fate });
  }
  for (const name of fresh.slice(MAX_NEW_FILES)) {
    collected.skipped.push({ path: name.toString("utf8"), why: "too_many" });
  }
  return collected;
}

/** Keeps the committed version of files that differ from it only in countersign's entries. */
async function withoutOurs(
  mirror: MirrorDirectory,
  { root, tree }: { root: string; tree: string },
  { taken, gone, skipped }: CollectedPaths,
): Promise<CollectedPaths> {
  const ours = new Set<string>();
  for (const path of [...taken, ...gone].filter(isOwnEntryPath).map(String)) {
    const args: ["cat-file", ...string[]] = ["cat-file", "blob", `${objectId(tree)}:${path}`];
    const { code, output } = await mirror.run(args, { answers: [0, 128] });
    if (await hasOwnChangesOnly(root, path, code === 0 ? output.toString("utf8") : null))
      ours.add(path);
  }
  const isWork = (path: Buffer) => !ours.has(path.toString("latin1"));
  return { taken: taken.filter(isWork), gone: gone.filter(isWork), skipped };
}

async function listed(
  mirror: MirrorDirectory,
  variables: Variables,
  args: ["ls-files", ...string[]],
): Promise<Buffer[]> {
  const { output } = await mirror.run(args, { variables });
  return splitAtNul(output);
}

/**
 * Returns the path of a staged file. Leaves out submodules, which are in the index already and
 * untrusted.
 */
function plainPath(staged: Buffer): Buffer[] {
  const isSubmodule = staged.subarray(0, SUBMODULE.length).toString("latin1") === SUBMODULE;
  return isSubmodule ? [] : [staged.subarray(staged.indexOf("\t") + 1)];
}

async function commitWork(mirror: MirrorDirectory, head: Pinned, tree: string): Promise<Pinned> {
  if (tree === head.tree) return head;
  const commit = await writeWork(mirror, head, { tree, message: UNCOMMITTED });
  await keepCommit(mirror, commit);
  return { commit, tree };
}

/**
 * Creates a commit on top of another. It has the parent's time, so the same work gives the same
 * commit.
 */
export async function writeWork(
  mirror: MirrorDirectory,
  head: Pinned,
  { tree, message }: { tree: string; message: string },
): Promise<string> {
  const atSeconds = (await readCommit(mirror, head.commit))?.committed ?? 0;
  const parents = [head.commit];
  return await writeCommit(mirror, { tree, parents, message, author: COMMIT_IDENTITY, atSeconds });
}
