import { type ParsedCommit, parseCommit } from "../format/parse-commit.ts";
import { readCommit, readObjectInfo, readObjects } from "../objects/read-objects.ts";
import { isObjectId, objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

/** A commit with a proof, and the commit that it proves by its own word. */
type ListedProof = { proof: string; proves: string | null; tree: string };

/** The proofs of one segment, oldest first. `isWhole` is false if the clone lacks a proof before them. */
export type ListedSegment = { proofs: readonly ListedProof[]; isWhole: boolean };

/** A segment holds 4,096 proofs. A longer chain is not one. */
const MAX_PROOFS = 4_200;
const MAX_COMMIT_BYTES = 64 * 1024;

/**
 * Lists the proofs from the end of a segment back to its first one, or back to a proof that is known already.
 *
 * Git's own list only says which commits to read together. Each step follows a parent in a commit whose id was
 * recomputed.
 */
export async function listProofs(
  mirror: MirrorDirectory,
  tip: string,
  known: string | null,
): Promise<ListedSegment> {
  const commits = await readTogether(mirror, await suggestCommits(mirror, tip, known));
  const proofs: ListedProof[] = [];
  let id: string | null = tip;
  while (id !== null && id !== known && proofs.length < MAX_PROOFS) {
    const commit: ParsedCommit | null = commits.get(id) ?? (await readCommit(mirror, id));
    if (commit === null || commit.parents.length > 1)
      return { proofs: proofs.toReversed(), isWhole: false };
    const subject = commit.message.split("\n", 1)[0] ?? "";
    proofs.push({ proof: id, proves: isObjectId(subject) ? subject : null, tree: commit.tree });
    id = commit.parents[0] ?? null;
  }
  return { proofs: proofs.toReversed(), isWhole: id === known };
}

async function suggestCommits(
  mirror: MirrorDirectory,
  tip: string,
  known: string | null,
): Promise<string[]> {
  const until = known === null ? [] : [`^${objectId(known)}`];
  const count = `--max-count=${MAX_PROOFS}`;
  const listed = await mirror
    .run(["rev-list", "--first-parent", count, objectId(tip), ...until])
    .catch(() => null); // a missing commit is found below
  return listed?.output.toString("latin1").split("\n").filter(isObjectId) ?? [];
}

async function readTogether(
  mirror: MirrorDirectory,
  ids: readonly string[],
): Promise<Map<string, ParsedCommit>> {
  const commits = new Map<string, ParsedCommit>();
  const infos = (await readObjectInfo(mirror, ids)).filter(
    (info) => info?.type === "commit" && info.size <= MAX_COMMIT_BYTES,
  );
  await readObjects(
    mirror,
    infos.filter((info) => info !== null),
    ({ id }, bytes) => {
      const commit = parseCommit(bytes);
      if (commit !== null) commits.set(id, commit);
    },
  );
  return commits;
}
