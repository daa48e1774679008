import { CountersignError } from "@countersign/core";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import type { ForgeRepository } from "../../ports/forge.ts";
import { type ActingParty, BY_ENGINE, recordChange } from "../organisation/organisation-log.ts";
import { forgeChanges, forgeRepositories } from "../schema/forge-schema.ts";

/** A registered repository and the repository on a forge that it is a clone of. */
export type LinkedRepository = {
  repo: string;
  host: string;
  forge: ForgeRepository;
  listVersion: string | null;
  polledMs: number | null;
  /** Why the last poll failed. Null if it succeeded. */
  problem: string | null;
};

type NewLink = Pick<LinkedRepository, "repo" | "host" | "forge">;

/** Links a registered repository to its repository on a forge. Each of the two can be linked once. */
export async function linkRepository(
  session: Session,
  { repo, host, forge }: NewLink,
  by: ActingParty,
): Promise<void> {
  const { installation, id, name } = forge;
  const added = await session.db
    .insert(forgeRepositories)
    .values({ orgId: session.org, repo, host, installation, forgeId: id, name })
    .onConflictDoNothing()
    .returning({ repo: forgeRepositories.repo });
  if (added.length === 0)
    throw new CountersignError("wrong_state", `${repo} or ${name} is already linked`, {
      hint: "List the linked repositories: countersign github status",
    });
  const event = { repo, host, installation, forgeId: id, name };
  await recordChange(session, by, { type: "repository_linked", ...event });
}

/** Stores the present name and installation of a linked repository. */
export async function moveLink(
  session: Session,
  { repo, host }: Pick<LinkedRepository, "repo" | "host">,
  { name, installation }: ForgeRepository,
): Promise<void> {
  await session.db
    .update(forgeRepositories)
    .set({ name, installation, listVersion: null })
    .where(and(eq(forgeRepositories.orgId, session.org), eq(forgeRepositories.repo, repo)));
  const event = { type: "repository_moved", repo, host, installation, name } as const;
  await recordChange(session, BY_ENGINE, event);
}

/** Removes the link of a repository and what is stored about its changes. */
export async function unlinkRepository(
  session: Session,
  repo: string,
  by: ActingParty,
): Promise<void> {
  const { db, org } = session;
  await db
    .delete(forgeChanges)
    .where(and(eq(forgeChanges.orgId, org), eq(forgeChanges.repo, repo)));
  const removed = await db
    .delete(forgeRepositories)
    .where(and(eq(forgeRepositories.orgId, org), eq(forgeRepositories.repo, repo)))
    .returning({ host: forgeRepositories.host, name: forgeRepositories.name });
  for (const link of removed)
    await recordChange(session, by, { type: "repository_unlinked", repo, ...link });
}

export async function listLinkedRepositories({ db, org }: Session): Promise<LinkedRepository[]> {
  const rows = await db
    .select()
    .from(forgeRepositories)
    .where(eq(forgeRepositories.orgId, org))
    .orderBy(asc(forgeRepositories.repo));
  return rows.map(linkedRepository);
}

/** Reads the link of a registered repository. Null if it has none. */
export async function readLinkedRepository(
  { db, org }: Session,
  repo: string,
): Promise<LinkedRepository | null> {
  const [row] = await db
    .select()
    .from(forgeRepositories)
    .where(and(eq(forgeRepositories.orgId, org), eq(forgeRepositories.repo, repo)));
  return row === undefined ? null : linkedRepository(row);
}

/** Finds the registered repository of a repository on a forge. Null if none is linked. */
export async function findLinkedRepository(
  { db, org }: Session,
  host: string,
  forgeId: number,
): Promise<LinkedRepository | null> {
  const [row] = await db
    .select()
    .from(forgeRepositories)
    .where(
      and(
        eq(forgeRepositories.orgId, org),
        eq(forgeRepositories.host, host),
        eq(forgeRepositories.forgeId, forgeId),
      ),
    );
  return row === undefined ? null : linkedRepository(row);
}

/** Stores the outcome of a poll. A failed one keeps the version of the last list and the time that it was read. */
export async function savePoll(
  { db, org }: Session,
  repo: string,
  outcome: { listVersion: string | null; name: string } | { problem: string },
): Promise<void> {
  const changed =
    "problem" in outcome ? outcome : { ...outcome, problem: null, polled: sql`clock_timestamp()` };
  await db
    .update(forgeRepositories)
    .set(changed)
    .where(and(eq(forgeRepositories.orgId, org), eq(forgeRepositories.repo, repo)));
}

function linkedRepository(row: typeof forgeRepositories.$inferSelect): LinkedRepository {
  const { repo, host, installation, forgeId: id, name, listVersion, polled, problem } = row;
  const polledMs = polled?.getTime() ?? null;
  return { repo, host, forge: { installation, id, name }, listVersion, polledMs, problem };
}
