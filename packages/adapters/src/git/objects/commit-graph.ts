import type { ParsedCommit } from "../format/parse-commit.ts";
import { objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { readCommit } from "./read-objects.ts";

/** The relation of two commits. */
export type CommitRelation = {
  /** The common ancestors that are not ancestors of another one. */
  bases: readonly string[];
  /** Commits of the first that the second lacks, as far as the walk went. */
  onlyFirst: readonly string[];
};

/** Maximum number of commits to walk. Beyond it, git is asked. */
const MAX_COMMITS = 1_000;

const FIRST = 1;
const SECOND = 2;
const BOTH = FIRST | SECOND;
const STALE = 4;

type Seen = { id: string; commit: ParsedCommit; marks: number };

/**
 * Finds the common ancestors of two commits like git does: newest first, until only ancestors of
 * found ones remain. Returns null beyond the limit, or if there are several candidates.
 */
export async function relateCommits(
  mirror: MirrorDirectory,
  first: string,
  second: string,
): Promise<CommitRelation | null> {
  const painting: GraphWalk = { mirror, seen: new Map(), queue: [] };
  if (!(await mark(painting, objectId(first), FIRST))) return null;
  if (!(await mark(painting, objectId(second), SECOND))) return null;
  const found = await paint(painting);
  const bases = found?.filter(({ marks }) => (marks & STALE) === 0).map(({ id }) => id);
  if (bases === undefined || bases.length > 1) return null;
  const only = [...painting.seen.values()].filter(({ marks }) => (marks & BOTH) === FIRST);
  return { bases, onlyFirst: only.map(({ id }) => id) };
}

type GraphWalk = { mirror: MirrorDirectory; seen: Map<string, Seen>; queue: Seen[] };

/** Returns the commits that both sides reach, in the order of the walk; null beyond the limit. */
async function paint(painting: GraphWalk): Promise<Seen[] | null> {
  const { queue } = painting;
  const found = new Set<Seen>();
  while (queue.some(({ marks }) => (marks & STALE) === 0)) {
    const next = takeNewest(queue);
    const isCommon = (next.marks & BOTH) === BOTH;
    if (isCommon && (next.marks & STALE) === 0) found.add(next);
    const marks = isCommon ? next.marks | STALE : next.marks;
    for (const parent of next.commit.parents) {
      if (!(await mark(painting, parent, marks))) return null;
    }
  }
  return [...found];
}

/** Queues a commit with new marks. Returns false beyond the limit. */
async function mark(
  { mirror, seen, queue }: GraphWalk,
  id: string,
  marks: number,
): Promise<boolean> {
  const known = seen.get(id) ?? (await look(mirror, id));
  if (known === null || seen.size > MAX_COMMITS) return false;
  seen.set(id, known);
  if ((known.marks & marks) === marks) return true;
  known.marks |= marks;
  queue.push(known);
  return true;
}

async function look(mirror: MirrorDirectory, id: string): Promise<Seen | null> {
  const commit = await readCommit(mirror, id);
  return commit === null ? null : { id, commit, marks: 0 };
}

/** Removes the newest commit; of equally old ones, the first that was added. */
function takeNewest(queue: Seen[]): Seen {
  let best = 0;
  for (const [index, { commit }] of queue.entries()) {
    const chosen = queue[best];
    if (chosen !== undefined && commit.committed > chosen.commit.committed) best = index;
  }
  const [newest] = queue.splice(best, 1);
  if (newest === undefined) throw new Error("Nothing is left to look at");
  return newest;
}
