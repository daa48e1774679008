import { type ForeignMove, nameSession, oneLine } from "@countersign/core";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { StoredRepository } from "../store/organisation/repositories.ts";
import type { FoundMove } from "./read-foreign-move.ts";

const MAX_NAMED = 3;
const MAX_SUBJECT = 80;

/** Describes the commits that moved a target, with their authors and the agents in their messages. */
export function describeCommits({ facts: { commits }, coAuthors }: FoundMove): string {
  return listFirst(commits, ({ id, subject, authorName }) => {
    const others = [...new Set(coAuthors.get(id))].map((name) => oneLine(name, MAX_SUBJECT));
    const withOthers = others.length === 0 ? "" : ` with ${others.join(", ")}`;
    return `${id.slice(0, 7)} "${oneLine(subject, MAX_SUBJECT)}" by ${oneLine(authorName, MAX_SUBJECT)}${withOthers}`;
  });
}

/** Describes commits that were accepted without a review. */
export function describeUnreviewed(
  { facts: { commits } }: Pick<ForeignMove, "facts">,
  target: string,
): string {
  const named = listFirst(
    commits,
    ({ id, subject, authorName }) =>
      `${id.slice(0, 7)} "${oneLine(subject, MAX_SUBJECT)}", ${oneLine(authorName, MAX_SUBJECT)}`,
    "; ",
  );
  const number =
    commits.length === 1 ? "1 unreviewed commit" : `${commits.length} unreviewed commits`;
  return `${number} on ${target}: ${named}`;
}

function listFirst<Item>(items: readonly Item[], text: (item: Item) => string, between = ", ") {
  const named = items.slice(0, MAX_NAMED).map(text).join(between);
  return items.length > MAX_NAMED ? `${named} and ${items.length - MAX_NAMED} more` : named;
}

/**
 * Describes the agents at work in the directory where a target was moved: those with a recent hook event or
 * submission.
 */
export async function describeAgents(
  scope: EngineScope,
  { id: repo, path }: StoredRepository,
  { sessions, checkout }: Pick<FoundMove, "sessions" | "checkout">,
): Promise<string | null> {
  const heard = (sessions ?? []).map(nameSession);
  const agents = heard.length > 0 ? heard : await agentsIn(scope, { repo, path });
  return agents.length === 0 ? null : `Agents at work in ${checkout ?? path}: ${agents.join(", ")}`;
}

/** Returns the agents whose last submission of this day came from a directory. */
async function agentsIn(
  { transact, org }: EngineScope,
  { repo, path }: { repo: string; path: string },
): Promise<string[]> {
  const { rows } = await transact(({ db }) =>
    db.execute(sql`
      SELECT DISTINCT t.body ->> 'assignee' AS agent FROM countersign.work_places w
        JOIN countersign.tasks t ON t.org_id = w.org_id AND t.task_id = w.task_id
       WHERE w.org_id = ${org} AND t.repo = ${repo} AND w.place ->> 'worktree' = ${path}
         AND t.updated > now() - interval '1 day' AND t.body ->> 'assignee' IS NOT NULL
       ORDER BY agent LIMIT 5`),
  );
  return z
    .array(z.object({ agent: z.string() }))
    .parse(rows)
    .map(({ agent }) => agent);
}
