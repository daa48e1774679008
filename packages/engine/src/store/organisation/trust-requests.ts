import { CountersignError } from "@countersign/core";
import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Session } from "../../platform/transact.ts";
import { acts } from "../schema/key-schema.ts";
import { trustRequests, trustSignatures } from "../schema/trust-schema.ts";

const OPEN = ["open", "complete"] as const;

/** What people sign. `tree` is the tree that their acts name. */
const TrustRequestBody = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("root"),
    trust: z.string(),
    /** The configuration with the new `trust.humanPresence`. Null if it requires signatures already. */
    config: z.object({ path: z.string(), text: z.string() }).nullable(),
    tip: z.string(),
    tree: z.string(),
    /** The changes digest of the whole tree. */
    files: z.string(),
  }),
  z.object({ kind: z.literal("change"), trust: z.string(), tree: z.string() }),
  z.object({
    kind: z.literal("waypoint"),
    number: z.int(),
    move: z.string(),
    /** The commit of the target that the move proves. */
    tip: z.string(),
    tree: z.string(),
  }),
]);
export type TrustRequestBody = z.infer<typeof TrustRequestBody>;

type State = typeof trustRequests.$inferSelect.state;

export type TrustRequest = {
  id: string;
  repo: string;
  body: TrustRequestBody;
  state: State;
  proposedBy: string;
  proposedMs: number;
  untilMs: number;
  commit: string | null;
  parent: string | null;
};

/** A signed act of a request. */
export type StoredTrustAct = {
  nonce: string;
  actor: string;
  fingerprint: string;
  statement: string;
  sshsig: string;
  recordedMs: number;
};

type NewRequest = Pick<TrustRequest, "id" | "repo" | "body" | "proposedBy" | "untilMs">;

/** Stores a request. Refuses it while another one of the repository is open. */
export async function addTrustRequest(session: Session, request: NewRequest): Promise<void> {
  const { db, org: orgId } = session;
  const { id, repo, body, proposedBy, untilMs } = request;
  await db
    .update(trustRequests)
    .set({ state: "expired", ended: sql`now()` })
    .where(
      and(
        ...[eq(trustRequests.orgId, orgId), eq(trustRequests.repo, repo)],
        ...[eq(trustRequests.state, "open"), lt(trustRequests.until, sql`clock_timestamp()`)],
      ),
    );
  const added = await db
    .insert(trustRequests)
    .values({ orgId, id, repo, body: JSON.stringify(body), proposedBy, until: new Date(untilMs) })
    .onConflictDoNothing()
    .returning({ id: trustRequests.id });
  if (added.length === 0)
    throw new CountersignError("wrong_state", `Another request of ${repo} waits for signatures`, {
      hint: "See it with countersign trust show; sign or withdraw it first",
    });
}

/** Reads the open request of a repository, also if it has expired. Null if there is none. */
export async function findTrustRequest(
  { db, org }: Session,
  repo: string,
): Promise<TrustRequest | null> {
  const [row] = await db
    .select()
    .from(trustRequests)
    .where(
      and(
        ...[eq(trustRequests.orgId, org), eq(trustRequests.repo, repo)],
        inArray(trustRequests.state, OPEN),
      ),
    );
  return row === undefined ? null : toRequest(row);
}

/** Reads a request and locks it until the transaction ends. */
export async function lockTrustRequest(
  { db, org }: Session,
  id: string,
): Promise<TrustRequest | null> {
  const [row] = await db
    .select()
    .from(trustRequests)
    .where(and(eq(trustRequests.orgId, org), eq(trustRequests.id, id)))
    .for("update");
  return row === undefined ? null : toRequest(row);
}

/** Finds the request whose announced commit moves the target from its accepted tip. */
export async function findAnnouncedTrust(
  { db, org }: Session,
  { repo, parent, commit }: { repo: string; parent: string; commit: string },
): Promise<TrustRequest | null> {
  const [row] = await db
    .select()
    .from(trustRequests)
    .where(
      and(
        ...[eq(trustRequests.orgId, org), eq(trustRequests.repo, repo)],
        ...[eq(trustRequests.commit, commit), eq(trustRequests.parent, parent)],
        inArray(trustRequests.state, ["complete", "done"]),
      ),
    );
  return row === undefined ? null : toRequest(row);
}

/** Lists the requests that enough people signed and that are not carried out yet. It can be sent along with other reads. */
export async function listCompleteTrust({
  db,
  org,
}: Session): Promise<{ id: string; repo: string }[]> {
  const { rows } = await db.execute<{ id: string; repo: string }>(
    sql`SELECT id, repo FROM ${trustRequests} WHERE org_id = ${org} AND state = 'complete'`,
  );
  return rows;
}

/** A request that waits for signatures. */
export type WaitingTrust = {
  id: string;
  kind: TrustRequestBody["kind"];
  proposedBy: string;
  untilMs: number;
};

/** Lists the requests that wait for signatures and have not expired, with their repositories. */
export async function listOpenTrust({
  db,
  org,
}: Session): Promise<(WaitingTrust & { repo: string })[]> {
  const rows = await db
    .select()
    .from(trustRequests)
    .where(
      and(
        ...[eq(trustRequests.orgId, org), eq(trustRequests.state, "open")],
        gt(trustRequests.until, sql`clock_timestamp()`),
      ),
    );
  return rows.map(toRequest).map(({ id, repo, body, proposedBy, untilMs }) => ({
    ...{ id, repo, kind: body.kind, proposedBy, untilMs },
  }));
}

/** A waypoint that was published. */
export type Waypoint = {
  number: number;
  /** The commit that stores it. */
  object: string;
};

/** Lists the published waypoints of a repository. */
export async function listWaypoints({ db, org }: Session, repo: string): Promise<Waypoint[]> {
  const rows = await db
    .select()
    .from(trustRequests)
    .where(
      and(
        ...[eq(trustRequests.orgId, org), eq(trustRequests.repo, repo)],
        eq(trustRequests.state, "done"),
      ),
    );
  return rows
    .map(toRequest)
    .flatMap(({ body, commit: object }) =>
      body.kind === "waypoint" && object !== null ? [{ number: body.number, object }] : [],
    );
}

/** Changes the state of a request. */
export async function setTrustState(
  { db, org }: Session,
  id: string,
  state: Exclude<State, "open">,
): Promise<void> {
  await db
    .update(trustRequests)
    .set({ state, ...(state !== "complete" && { ended: sql`now()` }) })
    .where(and(eq(trustRequests.orgId, org), eq(trustRequests.id, id)));
}

/** Announces the commit of a request before the target moves, so that it is recognised after a crash. */
export async function announceTrust(
  { db, org }: Session,
  id: string,
  { commit, parent }: { commit: string; parent: string | null },
): Promise<void> {
  await db
    .update(trustRequests)
    .set({ commit, parent })
    .where(and(eq(trustRequests.orgId, org), eq(trustRequests.id, id)));
}

/** Adds a signed act to a request. Refuses a second one by the same key. */
export async function addTrustSignature(
  { db, org: orgId }: Session,
  signature: { request: string; actor: string; fingerprint: string; nonce: string },
): Promise<void> {
  const added = await db
    .insert(trustSignatures)
    .values({ orgId, ...signature })
    .onConflictDoNothing()
    .returning({ nonce: trustSignatures.nonce });
  if (added.length > 0) return;
  const { actor, fingerprint } = signature;
  throw new CountersignError("wrong_state", `${actor} has signed it with ${fingerprint} already`);
}

/** Lists the signed acts of a request in the order of their record. */
export async function listTrustActs(
  { db, org }: Session,
  request: string,
): Promise<StoredTrustAct[]> {
  const rows = await db
    .select({
      nonce: trustSignatures.nonce,
      actor: trustSignatures.actor,
      fingerprint: trustSignatures.fingerprint,
      statement: acts.statement,
      sshsig: acts.sshsig,
      recorded: acts.recorded,
    })
    .from(trustSignatures)
    .innerJoin(
      acts,
      and(eq(acts.orgId, trustSignatures.orgId), eq(acts.nonce, trustSignatures.nonce)),
    )
    .where(and(eq(trustSignatures.orgId, org), eq(trustSignatures.request, request)))
    .orderBy(asc(acts.recorded), asc(acts.nonce));
  return rows.flatMap(({ sshsig, recorded, ...row }) =>
    sshsig === null || recorded === null
      ? []
      : [{ ...row, sshsig, recordedMs: recorded.getTime() }],
  );
}

function toRequest(row: typeof trustRequests.$inferSelect): TrustRequest {
  const { id, repo, state, proposedBy, proposed, until, commit, parent } = row;
  return {
    ...{ id, repo, state, proposedBy, commit, parent },
    body: TrustRequestBody.parse(JSON.parse(row.body)),
    proposedMs: proposed.getTime(),
    untilMs: until.getTime(),
  };
}
