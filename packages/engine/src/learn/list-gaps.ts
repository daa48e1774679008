import { Gap, joinProposals, proposalIn, type ReviewPolicy } from "@countersign/core";
import { z } from "zod";
import type { Session } from "../platform/transact.ts";
import type { LearnQuery } from "./list-recurring.ts";

/** A gap in a repository's policies in several tasks, and the entry that would have caught it. */
export type PolicyGapGroup = {
  repo: string;
  reviewer: string;
  /** The gap, as described by the latest task. */
  concern: string;
  foundBy: readonly string[];
  tasks: readonly string[];
  proposal: ReviewPolicy;
};

const DEFAULT_LIMIT = 50;
const MAX_ROWS = 5_000;

const Row = z.object({ repo: z.string(), task: z.string(), gap: Gap });

/** Selects the current plan of each task, newest first. */
const GAPS = `
  SELECT t.repo, t.task_id AS task, g AS gap
    FROM countersign.tasks t
   CROSS JOIN LATERAL jsonb_array_elements(
     coalesce(coalesce(t.planned, t.body -> 'round') #> '{plan,gaps}', '[]')) g
   WHERE t.org_id = $1 AND ($2::text IS NULL OR t.repo = $2)
   ORDER BY t.updated DESC, t.task_id LIMIT ${MAX_ROWS}`;

/** Groups equal gaps, most frequent first. */
export async function listGaps(
  { client, org }: Session,
  { repo, limit = DEFAULT_LIMIT }: LearnQuery,
): Promise<PolicyGapGroup[]> {
  const { rows } = await client.query(GAPS, [org, repo ?? null]);
  return groupGaps(z.array(Row).parse(rows)).slice(0, limit);
}

type FoundGap = z.infer<typeof Row>;

function groupGaps(found: readonly FoundGap[]): PolicyGapGroup[] {
  const readable = found.flatMap(({ gap, ...place }) => {
    const entry = proposalIn(gap);
    return entry === null ? [] : [{ ...place, gap, entry }];
  });
  const groups = Map.groupBy(readable, ({ repo, gap, entry }) =>
    [repo, gap.reviewer, entry.id].join(" "),
  );
  return [...groups.values()]
    .flatMap(([first, ...others]): PolicyGapGroup[] => {
      if (first === undefined) return [];
      const all = [first, ...others];
      return [
        {
          repo: first.repo,
          reviewer: first.gap.reviewer,
          concern: first.gap.concern,
          foundBy: [...new Set(all.map(({ gap }) => gap.foundBy))].sort(),
          tasks: [...new Set(all.map(({ task }) => task))],
          proposal: joinProposals([first.entry, ...others.map(({ entry }) => entry)]),
        },
      ];
    })
    .sort((a, b) => b.tasks.length - a.tasks.length || (a.concern < b.concern ? -1 : 1));
}
