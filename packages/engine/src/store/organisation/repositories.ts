import { CountersignError } from "@countersign/core";
import { and, asc, desc, eq } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { holds, repositories } from "../schema/schema.ts";
import { acceptedTips } from "../schema/target-schema.ts";
import { type ActingParty, BY_ENGINE, recordChange } from "./organisation-log.ts";

/**
 * Why a repository's merges are on hold. `first_policy`: no person has confirmed the policy.
 * `policy_unreadable`: the last valid policy stays in force. `target_unreadable`: git and countersign may
 * read the target differently. `repository_gone`: its directory is missing; merges resume when it is back or
 * was moved. `history_altered`: git shows a history that differs from the objects. `registered_twice`:
 * another registration, possibly of another organisation, has the same git directory. `seal_lost`: the copy
 * of the seals belongs to another database. `log_damaged`: a log differs from what was written. `proofs_changed`:
 * another party moved the proofs, or the trust file does not list the engine's key.
 */
export type HoldWhy =
  | "target_moved"
  | "first_policy"
  | "policy_unreadable"
  | "target_unreadable"
  | "repository_gone"
  | "history_altered"
  | "registered_twice"
  | "unapproved_merge"
  | "seal_lost"
  | "log_damaged"
  | "proofs_changed";

/** A repository as stored. `tip` is where its target was when last accepted. */
export type StoredRepository = {
  id: string;
  path: string;
  /**
   * The directory with its refs and objects. Null until a registration of an older release has been checked.
   */
  gitDir: string | null;
  target: string;
  tip: string;
  policyDigest: string | null;
  problem: string | null;
  /** The person who accepted that policy. Null or undefined if no person did. */
  policyAcceptedBy?: string | null;
};

const MAX_TIPS = 500;

export type RepositoryHold = { why: string; detail: string; atMs: number };

/** Plain SQL, because it is one of the most frequent reads. */
const READ_REPOSITORY = `
  SELECT id, path, git_dir AS "gitDir", target, tip, policy_digest AS "policyDigest", problem,
         policy_accepted_by AS "policyAcceptedBy"
    FROM countersign.repositories WHERE org_id = $1 AND id =`;

const BY_ID = { name: "read_repository", text: `${READ_REPOSITORY} $2` };

const BY_TASK = {
  name: "read_task_repository",
  text: `${READ_REPOSITORY} (SELECT repo FROM countersign.tasks WHERE org_id = $1 AND task_id = $2)`,
};

export async function readRepository(
  { client, org }: Session,
  id: string,
): Promise<StoredRepository> {
  const { rows } = await client.query<StoredRepository>({ ...BY_ID, values: [org, id] });
  return rows[0] ?? throwRepositoryNotFound(id);
}

/** Reads the repository of a task. Null if there is no such task. */
export async function readTaskRepository(
  { client, org }: Session,
  task: string,
): Promise<StoredRepository | null> {
  const { rows } = await client.query<StoredRepository>({ ...BY_TASK, values: [org, task] });
  return rows[0] ?? null;
}

export function throwRepositoryNotFound(id: string): never {
  throw new CountersignError("not_found", `There is no repository ${id}`, {
    hint: "Register it first: countersign init",
  });
}

export async function listRepositories({
  db,
  org,
}: Session): Promise<
  (StoredRepository & { hold: RepositoryHold | null; notice: string | null })[]
> {
  const rows = await db
    .select({ repository: repositories, hold: holds })
    .from(repositories)
    .leftJoin(
      holds,
      and(
        eq(holds.orgId, repositories.orgId),
        eq(holds.scope, "repo"),
        eq(holds.subject, repositories.id),
      ),
    )
    .where(eq(repositories.orgId, org))
    .orderBy(asc(repositories.id));
  return rows.map(({ repository, hold }) => ({
    ...repository,
    hold: hold && { why: hold.why, detail: hold.detail, atMs: hold.at.getTime() },
  }));
}

/** How a target commit came to be trusted, and who is responsible. */
export type Acceptance = {
  how:
    | "registered"
    | "moved"
    | "released"
    | "first_policy"
    | "unconfigured"
    | "foreign"
    | "reproduced";
  by: ActingParty;
  reason: string;
  /** The person who accepted it. Null or undefined if no person did. */
  person?: string | null;
};

/**
 * Registers a repository. Refuses a git directory that is already registered, even by another organisation.
 */
export async function saveRepository(
  session: Session,
  repository: StoredRepository,
  { how, by, reason }: Acceptance,
): Promise<void> {
  const { db } = session;
  const added = await db
    .insert(repositories)
    .values({ orgId: session.org, ...repository })
    .onConflictDoNothing()
    .returning({ id: repositories.id });
  const { id, path, target, tip, policyDigest: policy } = repository;
  if (added.length === 0)
    throw new CountersignError("wrong_state", `${path} is already registered`, {
      hint: "A repository can be registered once, by one organisation.",
    });
  await db
    .insert(acceptedTips)
    .values({ orgId: session.org, repo: id, tip, how, by: by.id, reason });
  const event = { repo: id, path, target, tip, policy };
  await recordChange(session, by, { type: "repository_registered", ...event });
}

/** The organisation log's event for each kind of acceptance. Moves for tasks are in their logs. */
const ACCEPTANCE_EVENTS = {
  registered: null,
  moved: null,
  released: "repository_released",
  first_policy: "first_policy_confirmed",
  unconfigured: "target_followed",
  foreign: "foreign_accepted",
  reproduced: null,
} as const;

/** Accepts the target's current tip and the policy in force there. */
export async function acceptTip(
  session: Session,
  id: string,
  accepted: Pick<StoredRepository, "tip" | "policyDigest" | "problem" | "policyAcceptedBy">,
  { how, by, reason }: Acceptance,
): Promise<void> {
  const { db } = session;
  const previous = await lockTip(session, id);
  await db
    .update(repositories)
    .set(accepted)
    .where(and(eq(repositories.orgId, session.org), eq(repositories.id, id)));
  const { tip, policyDigest: policy } = accepted;
  await db
    .insert(acceptedTips)
    .values({ orgId: session.org, repo: id, tip, how, by: by.id, reason });
  const type = ACCEPTANCE_EVENTS[how];
  if (type !== null)
    await recordChange(session, by, { type, repo: id, previous, tip, policy, reason });
}

/** Accepts a move of the target by the engine that leaves the policy as it is, unless the accepted tip differs. */
const ACCEPT_MOVE = `
  WITH accepted AS (
    UPDATE countersign.repositories SET tip = $4
     WHERE org_id = $1 AND id = $2 AND tip = $3 RETURNING id)
  INSERT INTO countersign.accepted_tips (org_id, repo, tip, how, by, reason)
  SELECT $1, id, $4, $5, $6, $7 FROM accepted`;

/** Accepts a move of the target by the engine that leaves the policy as it is. Others may have accepted it first. */
export function acceptOwnMove(
  session: Session,
  id: string,
  { from, to }: { from: string; to: string },
  { how, by, reason }: Acceptance,
): void {
  const values = [session.org, id, from, to, how, by.id, reason];
  session.send({ name: "accept_move", text: ACCEPT_MOVE, values });
}

/** Reads the accepted tip, and prevents others from accepting another one until the transaction ends. */
export async function lockTip({ db, org }: Session, id: string): Promise<string | null> {
  const [row] = await db
    .select({ tip: repositories.tip })
    .from(repositories)
    .where(and(eq(repositories.orgId, org), eq(repositories.id, id)))
    .for("update");
  return row?.tip ?? null;
}

/** Replaces the digest of the policy in force, unless another policy was accepted in the meantime. */
export async function replacePolicyDigest(
  { db, org }: Session,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .update(repositories)
    .set({ policyDigest: to, policyAcceptedBy: null })
    .where(
      and(
        eq(repositories.orgId, org),
        eq(repositories.id, id),
        eq(repositories.policyDigest, from),
      ),
    );
}

/** Lists every accepted commit of a target, newest first. */
export async function listAcceptedTips({ db, org }: Session, id: string): Promise<string[]> {
  const rows = await db
    .select({ tip: acceptedTips.tip })
    .from(acceptedTips)
    .where(and(eq(acceptedTips.orgId, org), eq(acceptedTips.repo, id)))
    .orderBy(desc(acceptedTips.position))
    .limit(MAX_TIPS);
  return rows.map(({ tip }) => tip);
}

/** Stores why a repository has no policy in force. */
export async function saveProblem(
  { db, org }: Session,
  id: string,
  problem: string,
): Promise<void> {
  await db
    .update(repositories)
    .set({ problem })
    .where(and(eq(repositories.orgId, org), eq(repositories.id, id)));
}

/** Puts a repository's merges on hold. A second reason does not replace the first. */
export async function holdRepository(
  session: Session,
  id: string,
  why: HoldWhy,
  detail: string,
): Promise<void> {
  const raised = await session.db
    .insert(holds)
    .values({ orgId: session.org, scope: "repo", subject: id, why, detail })
    .onConflictDoNothing()
    .returning({ repo: holds.subject, why: holds.why, reason: holds.detail });
  for (const hold of raised)
    await recordChange(session, BY_ENGINE, { type: "hold_raised", ...hold });
}

/** Resumes the merges of a repository. `why` limits this to one kind of hold. */
export async function dropHold(
  session: Session,
  id: string,
  by: ActingParty,
  why?: HoldWhy,
): Promise<boolean> {
  const dropped = await session.db
    .delete(holds)
    .where(
      and(
        eq(holds.orgId, session.org),
        eq(holds.scope, "repo"),
        eq(holds.subject, id),
        why === undefined ? undefined : eq(holds.why, why),
      ),
    )
    .returning({ repo: holds.subject, why: holds.why });
  for (const hold of dropped) await recordChange(session, by, { type: "hold_released", ...hold });
  return dropped.length > 0;
}
