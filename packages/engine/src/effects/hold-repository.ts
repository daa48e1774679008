import type { TaskEffect } from "@countersign/core";
import type { ClientBase } from "pg";

type Hold = { repo: string; why: Extract<TaskEffect, { do: "hold_repo" }>["why"]; task: string };

/** Stops the merges of a repository in the transaction of the command that found a reason to. */
export async function insertRepositoryHold(
  client: ClientBase,
  org: string,
  { repo, why, task }: Hold,
): Promise<void> {
  await client.query(
    `INSERT INTO countersign.holds (org_id, scope, subject, why, detail)
     VALUES ($1, 'repo', $2, $3, $4) ON CONFLICT DO NOTHING`,
    [org, repo, why, `seen with ${task}`],
  );
}
