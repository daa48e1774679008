import { type Facts, oneLine } from "@countersign/core";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Parts } from "../commands/parts.ts";
import type { StoredRepository } from "../store/repositories.ts";
import { transact } from "../store/transact.ts";

const MAX_NAMED = 3;
const MAX_SUBJECT = 80;
const CO_AUTHOR = /^co-authored-by:[ \t]*([^<\n]{1,80}?)[ \t]*(?:<|$)/gim;

/**
 * Names the commits that moved a target, with their authors, the agents that their messages name, and the agents
 * that hand in work from that checkout. Null where the commits cannot be read or are no continuation.
 */
export async function describeForeignCommits(
  parts: Parts,
  org: string,
  { id: repo, path, target, tip: base }: StoredRepository,
  tip: string,
): Promise<string | null> {
  const mirror = parts.mirrorOf(org);
  try {
    const { commit: head, tree } = await mirror.fetch({ id: repo, path }, { branch: target });
    if (head !== tip || (await mirror.mergeBase(repo, base, head)) !== base) return null;
    const content = { repo, target, base, head, tree };
    const { commits } = await mirror.readChange(content, []);
    const { messages } = await mirror.readHistory(content);
    const texts = new Map(messages.map(({ commit, text }) => [commit, text]));
    const named = commits.slice(0, MAX_NAMED).map((commit) => nameCommit(commit, texts));
    const more = commits.length > named.length ? ` and ${commits.length - named.length} more` : "";
    const agents = await agentsIn(parts, org, { repo, path });
    const there = agents.length === 0 ? "" : `. Agents at work in ${path}: ${agents.join(", ")}`;
    return `${named.join(", ")}${more}${there}`;
  } catch {
    return null; // the hold says what happened even where the commits cannot be told
  }
}

function nameCommit(
  { id, subject, authorName }: Facts["commits"][number],
  texts: ReadonlyMap<string, string>,
) {
  const found = [...(texts.get(id) ?? "").matchAll(CO_AUTHOR)].map(([, name = ""]) => name);
  const others = [...new Set(found)].map((name) => oneLine(name, MAX_SUBJECT));
  const withOthers = others.length === 0 ? "" : ` with ${others.join(", ")}`;
  const author = oneLine(authorName, MAX_SUBJECT);
  return `${id.slice(0, 7)} "${oneLine(subject, MAX_SUBJECT)}" by ${author}${withOthers}`;
}

/** Agents whose last work of this day came from a directory. */
async function agentsIn(
  { pool }: Parts,
  org: string,
  { repo, path }: { repo: string; path: string },
): Promise<string[]> {
  const { rows } = await transact(pool, org, ({ db }) =>
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
