import { and, eq, sql } from "drizzle-orm";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { Session } from "../../platform/transact.ts";
import { holds } from "../../store/schema/schema.ts";
import { policyInForce } from "../content/read-content.ts";
import { planNotification } from "./plan-notification.ts";

/** Notifies the owners of every repository whose merges are on hold, once per hold. */
export async function alertHolds(scope: EngineScope): Promise<void> {
  if (scope.notifier === undefined) return;
  const { rows } = await scope.readAlong(({ db, org }) =>
    db.execute<{ repo: string }>(
      sql`SELECT subject AS repo FROM ${holds} WHERE org_id = ${org} AND scope = 'repo'`,
    ),
  );
  for (const { repo } of rows) await alertHold(scope, repo);
}

/** Notifies the owners of a repository that its merges are on hold. Does nothing if they are not. */
export async function alertHold(scope: EngineScope, repo: string): Promise<void> {
  const hold = await scope.read((session) => readHold(session, repo));
  if (hold === null) return;
  const policy = await policyInForce(scope, repo);
  for (const owner of policy.people.owner)
    await planNotification(scope, policy, owner, {
      fact: holdFact(repo, hold.at),
      why: "alert",
      repo,
      taskId: null,
      round: null,
      now: true,
    });
}

/** Returns the identity of a hold. A hold that is raised again has a new identity. */
export function holdFact(repo: string, at: Date): string {
  return `${repo}:hold:${at.getTime()}`;
}

/** Returns the hold of a repository's merges. */
export async function readHold(
  { db, org }: Session,
  repo: string,
): Promise<{ at: Date; detail: string } | null> {
  const [hold] = await db
    .select({ at: holds.at, detail: holds.detail })
    .from(holds)
    .where(and(eq(holds.orgId, org), eq(holds.scope, "repo"), eq(holds.subject, repo)));
  return hold ?? null;
}
