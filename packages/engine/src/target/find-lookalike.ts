import { CountersignError, type TaskLikeness } from "@countersign/core";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { Mirror } from "../ports/mirror.ts";
import { comparableHunks } from "../review/rounds/comparable-hunks.ts";

/** A commit that moved a target, with its first parent. A null parent means that only the tip is known. */
type NewCommit = { commit: string; tree: string; parent: string | null };

/** The range that moved a target. `base` is the accepted commit. */
export type NewCommits = { repo: string; base: string; tip: string; commits: readonly NewCommit[] };

const Row = z.object({
  task: z.string(),
  state: z.string(),
  base: z.string().nullable(),
  head: z.string().nullable(),
  tree: z.string(),
});
type RoundContent = z.infer<typeof Row>;

/** Maximum number of rounds to compare by hunks. Above it an error is thrown. */
const MAX_ROUNDS = 2_000;

/**
 * Finds an unmerged task that shares content with new commits of its target: a commit, a tree, or a hunk with its
 * context lines, from any round. The comparison is the same as for keeping an approval.
 */
export async function findLookalike(
  scope: EngineScope,
  found: NewCommits,
): Promise<TaskLikeness | null> {
  const rounds = await readUnmerged(scope, found.repo);
  const ids = new Set(found.commits.flatMap(({ commit, tree }) => [commit, tree]));
  const same = rounds.find(({ head, tree }) => ids.has(tree) || (head !== null && ids.has(head)));
  const like = same ?? (await findSameHunk(scope.mirror, found, rounds));
  return like === null ? null : { task: like.task, isRejected: like.state === "rejected" };
}

/** Returns the submitted or announced content of unmerged tasks, rejected ones first. */
async function readUnmerged(scope: EngineScope, repo: string): Promise<RoundContent[]> {
  const { rows } = await scope.transact(({ db }) =>
    db.execute(sql`
      SELECT t.task_id AS task, t.state, e.body #>> '{content,base}' AS base,
             e.body #>> '{content,head}' AS head, e.body #>> '{content,tree}' AS tree
        FROM countersign.tasks t
        JOIN countersign.events e
          ON e.org_id = t.org_id AND e.task_id = t.task_id AND e.opened = t.opened
       WHERE t.org_id = ${scope.org} AND t.repo = ${repo} AND t.state <> 'done'
         AND e.body ->> 'type' = 'submitted'
       UNION
      SELECT t.task_id, t.state, NULL, m.next, m.tree
        FROM countersign.tasks t
        JOIN countersign.moves m ON m.org_id = t.org_id AND m.task_id = t.task_id
       WHERE t.org_id = ${scope.org} AND t.repo = ${repo} AND t.state <> 'done'`),
  );
  const isRejected = ({ state }: RoundContent) => state === "rejected";
  return z
    .array(Row)
    .parse(rows)
    .toSorted((one, other) => Number(isRejected(other)) - Number(isRejected(one)));
}

async function findSameHunk(
  mirror: Mirror,
  { repo, base, tip, commits }: NewCommits,
  rounds: readonly RoundContent[],
): Promise<RoundContent | null> {
  const sides = [
    { from: base, to: tip },
    ...commits.flatMap(({ commit, parent }) =>
      parent === null ? [] : [{ from: parent, to: commit }],
    ),
  ];
  if (rounds.length === 0 || commits.every(({ parent }) => parent === null)) return null;
  if (rounds.length > MAX_ROUNDS)
    throw new CountersignError("too_large", "there are too many tasks to compare them with");
  const hunks = new Set<string>();
  const paths = new Set<string>();
  for (const { from, to } of sides) {
    for (const hunk of comparableHunks(await mirror.interdiff(repo, from, to))) hunks.add(hunk);
    for (const path of (await mirror.listChanges(repo, { from, to }, [])).paths) paths.add(path);
  }
  for (const round of rounds)
    if (await sharesHunk(mirror, repo, { round, paths, hunks })) return round;
  return null;
}

async function sharesHunk(
  mirror: Mirror,
  repo: string,
  { round: { base, tree }, paths, hunks }: SharedWith,
): Promise<boolean> {
  if (base === null) return false;
  try {
    const changed = await mirror.listChanges(repo, { from: base, to: tree }, []);
    if (!changed.paths.some((path) => paths.has(path))) return false;
    const own = comparableHunks(await mirror.interdiff(repo, base, tree));
    return [...own].some((hunk) => hunks.has(hunk));
  } catch (error) {
    // The objects of an old round may be deleted. Its commit and tree were already compared by id.
    if (error instanceof CountersignError && error.code === "not_found") return false;
    throw error;
  }
}

type SharedWith = {
  round: RoundContent;
  paths: ReadonlySet<string>;
  hunks: ReadonlySet<string>;
};
