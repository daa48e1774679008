import { and, eq } from "drizzle-orm";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { type Session, transact } from "../../platform/transact.ts";
import { holds } from "../../store/schema/schema.ts";
import { policyInForce } from "../content/read-content.ts";
import { planNotification } from "./plan-notification.ts";

/** Notifies the owners of every repository whose merges are on hold, once per hold. */
export async function alertHolds(parts: EngineDeps, org: string): Promise<void> {
  if (parts.notifier === undefined) return;
  const held = await transact(parts.pool, org, ({ db }) =>
    db
      .select({ repo: holds.subject })
      .from(holds)
      .where(and(eq(holds.orgId, org), eq(holds.scope, "repo"))),
  );
  for (const { repo } of held) await alertHold(parts, org, repo);
}

/** Notifies the owners of a repository that its merges are on hold. Does nothing if they are not. */
export async function alertHold(parts: EngineDeps, org: string, repo: string): Promise<void> {
  const hold = await transact(parts.pool, org, (session) => readHold(session, org, repo));
  if (hold === null) return;
  const policy = await policyInForce(parts, org, repo);
  for (const owner of policy.people.owner)
    await planNotification(parts, org, policy, owner, {
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
  { db }: Session,
  org: string,
  repo: string,
): Promise<{ at: Date; detail: string } | null> {
  const [hold] = await db
    .select({ at: holds.at, detail: holds.detail })
    .from(holds)
    .where(and(eq(holds.orgId, org), eq(holds.scope, "repo"), eq(holds.subject, repo)));
  return hold ?? null;
}
