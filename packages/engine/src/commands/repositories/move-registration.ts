import { CountersignError } from "@countersign/core";
import { and, eq } from "drizzle-orm";
import { type Principal, principalActor } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { isUniqueViolation } from "../../store/organisation/claim-git-dir.ts";
import { recordChange } from "../../store/organisation/organisation-log.ts";
import {
  dropHold,
  listRepositories,
  type StoredRepository,
} from "../../store/organisation/repositories.ts";
import { repositories } from "../../store/schema/schema.ts";
import { moveWork } from "./move-work.ts";

/** A repository on the disk that is not registered at this path. */
type UnregisteredRepository = { path: string; gitDir: string };

/**
 * Updates the registration of a repository that was moved on the disk, and returns its name. Null if none was
 * moved.
 *
 * It is the same repository if its registered directory is gone and its target contains the accepted commit.
 * `named` selects the registration; if that cannot be moved, an error says why.
 */
export async function moveRegistration(
  scope: EngineScope,
  by: Principal,
  found: UnregisteredRepository,
  named: string | undefined,
): Promise<string | null> {
  const rows = await scope.read((session) => listRepositories(session));
  for (const row of rows.filter(({ id }) => named === undefined || id === named)) {
    const obstacle = await obstacleTo(scope, row, found);
    if (obstacle === null) {
      await saveMove(scope, by, row, found);
      await moveWork(scope, row, found.path);
      return row.id;
    }
    if (named !== undefined) throw obstacle;
  }
  return null;
}

/** Returns why a registration does not belong to a repository at another path. Null if it does. */
async function obstacleTo(
  scope: EngineScope,
  { id, path, target, tip }: StoredRepository,
  found: UnregisteredRepository,
): Promise<CountersignError | null> {
  const mirror = scope.mirror;
  const there = await mirror.readTarget({ id, path }, target);
  if (there.is !== "unreliable" || there.why !== "repository_gone")
    return new CountersignError("wrong_state", `${id} is still at ${path}`, {
      hint: "A registration moves only when its own directory is gone",
    });
  const here = { id, path: found.path };
  const now = await mirror.readTarget(here, target);
  const isSame =
    now.is === "at" &&
    (await mirror
      .fetch(here, { branch: target })
      .then(({ commit }) => mirror.mergeBase(id, tip, commit))
      .catch(() => null)) === tip;
  if (isSame) return null;
  return new CountersignError(
    "invalid_input",
    `${found.path} is not ${id}: its ${target} does not have ${tip.slice(0, 12)}`,
    { hint: `Name the directory that ${path} was moved to` },
  );
}

async function saveMove(
  { transact }: EngineScope,
  by: Principal,
  { id, path: previous }: StoredRepository,
  { path, gitDir }: UnregisteredRepository,
): Promise<void> {
  const { org } = by;
  try {
    await transact(async (session) => {
      await session.db
        .update(repositories)
        .set({ path, gitDir })
        .where(and(eq(repositories.orgId, org), eq(repositories.id, id)));
      await dropHold(session, id, principalActor(by), "repository_gone");
      const event = { type: "repository_moved", repo: id, path, previous } as const;
      await recordChange(session, principalActor(by), event);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new CountersignError("wrong_state", `${path} is registered already`);
  }
}
