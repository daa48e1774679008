import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import { type Principal, principalActor } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { ForgeRepository } from "../../ports/forge.ts";
import type { ForgeConnection } from "../../ports/forge-connection.ts";
import { findLinkedRepository, linkRepository } from "../../store/forge/linked-repositories.ts";
import { addRepository, freeName } from "../repositories/repositories.ts";
import { type RepositorySummary, repositoryLine } from "../repositories/repository-lines.ts";
import { askForge, requireForge } from "./require-forge.ts";

/** A repository on the forge, by its name `owner/repository`. */
export type NewForgeRepository = {
  name: string;
  /** The target branch. Default: main, else master. */
  target?: string | undefined;
};

/**
 * Fetches a repository of the forge into a bare clone of ours, registers the clone and links the two. A call that
 * was interrupted can be repeated.
 */
export async function addForgeRepository(
  scope: EngineScope,
  by: Principal,
  { name, target }: NewForgeRepository,
): Promise<RepositorySummary> {
  requirePermission(by, "add_repository");
  const connection = requireForge(scope);
  const { host, clones } = connection;
  const found = await findOnForge(connection, name);
  const known = await scope.read((session) => findLinkedRepository(session, host, found.id));
  if (known !== null) return await repositoryLine(scope, known.repo);
  const path = clonePath(connection, found);
  const branch = await fetchTarget(connection, found, { path, target });
  const ownClones = { ...scope, roots: async () => [clones] };
  const id = await freeName(scope, found.name);
  const added = await addRepository(ownClones, by, { path, id, target: branch });
  await scope.transact((session) =>
    linkRepository(session, { repo: added.id, host, forge: found }, principalActor(by)),
  );
  return added;
}

/** Returns where our bare clone of a repository is. Its id survives renames. */
function clonePath({ host, clones }: ForgeConnection, { id }: ForgeRepository): string {
  return join(clones, host, `${id}.git`);
}

async function findOnForge({ forge }: ForgeConnection, name: string): Promise<ForgeRepository> {
  const all = await askForge(() => forge.repositories());
  const found = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw new CountersignError("not_found", `The app is not installed on ${name}.`, {
    hint: "Install it there, then list the repositories: countersign github status",
  });
}

const USUAL_TARGETS = ["main", "master"] as const;

/** Fetches the first of the branches that exists. */
async function fetchTarget(
  { forge }: ForgeConnection,
  found: ForgeRepository,
  { path, target }: { path: string; target: string | undefined },
): Promise<string> {
  const branches = target === undefined ? USUAL_TARGETS : [target];
  let failure: unknown;
  for (const branch of branches)
    try {
      await askForge(() => forge.fetchInto(found, path, { branches: [branch], changes: [] }));
      return branch;
    } catch (error) {
      failure = error;
      if (!(error instanceof CountersignError) || error.code !== "wrong_state") throw error;
    }
  throw failure;
}
