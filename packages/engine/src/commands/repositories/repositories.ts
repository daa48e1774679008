import { basename } from "node:path";
import { CountersignError } from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import { type Principal, principalActor } from "../../access/principal.ts";
import { readableRepository } from "../../access/readable-task.ts";
import { requireBelowRoot } from "../../access/repository-roots.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { lastValidPolicy } from "../../policy/last-valid-policy.ts";
import { storePolicy } from "../../policy/policy-source.ts";
import type { Mirror, Repository } from "../../ports/mirror.ts";
import {
  dropHold,
  listRepositories,
  readRepository,
  type StoredRepository,
  saveRepository,
} from "../../store/organisation/repositories.ts";
import { followTarget } from "../../target/follow-target.ts";
import { acceptNamedTip } from "./accept-named-tip.ts";
import { commitConfig } from "./commit-config.ts";
import { moveRegistration } from "./move-registration.ts";
import { type RepositorySummary, repositoryLine, repositoryLines } from "./repository-lines.ts";

export type NewRepository = {
  path: string;
  id?: string | undefined;
  /** The target branch. Default: the one that the configuration names, else main or master. */
  target?: string | undefined;
  /** A first configuration, to be committed to the target. */
  config?: string | undefined;
};

type NewlyLocated = Repository & { gitDir: string };

const USUAL_TARGETS = ["main", "master"] as const;

/**
 * Registers a repository. A registered path returns its registration. The new path of a repository that was moved
 * on the disk updates its registration.
 */
export async function addRepository(
  scope: EngineScope,
  by: Principal,
  wanted: NewRepository,
): Promise<RepositorySummary> {
  requirePermission(by, "add_repository");
  const { root, gitDir } = await scope.mirror.locate(wanted.path);
  await requireBelowRoot(scope.roots, [root, gitDir]);
  const known = await findRegistered(scope, { path: wanted.path, gitDir });
  const moved =
    known === null
      ? await moveRegistration(scope, by, { path: wanted.path, gitDir }, wanted.id)
      : null;
  const id = known?.id ?? moved;
  if (id !== null) {
    if (wanted.config !== undefined) await commitFirstPolicy(scope, by, id, wanted.config);
    return repositoryLine(scope, id);
  }
  const repository = {
    id: wanted.id ?? (await freeName(scope, wanted.path)),
    path: wanted.path,
    gitDir,
  };
  if (wanted.config !== undefined)
    await commitConfig(
      scope,
      by,
      await findTargetBranch(scope, repository, wanted.target),
      wanted.config,
    );
  const stored = await findTargetBranch(scope, repository, wanted.target);
  await scope.transact((session) =>
    saveRepository(session, stored, {
      how: "registered",
      by: principalActor(by),
      reason: "",
    }),
  );
  return repositoryLine(scope, repository.id);
}

/** Returns the registration of a path, or of another path to the same repository. */
async function findRegistered(
  scope: EngineScope,
  { path, gitDir }: { path: string; gitDir: string },
): Promise<RepositorySummary | null> {
  const rows = await scope.read((session) => listRepositories(session));
  const found = rows.find((row) => row.path === path) ?? rows.find((row) => row.gitDir === gitDir);
  return found === undefined ? null : repositoryLine(scope, found.id);
}

/** Commits the first policy of a registered repository. The person who passes it confirms it. */
async function commitFirstPolicy(
  scope: EngineScope,
  by: Principal,
  id: string,
  config: string,
): Promise<void> {
  await followTarget(scope, id);
  const stored = await scope.read((session) => readRepository(session, id));
  if ((await lastValidPolicy(scope, stored)) !== null)
    throw new CountersignError("wrong_state", `${id} already has a policy`, {
      hint: "Change it like any other file: countersign task submit",
    });
  const tip = await commitConfig(scope, by, stored, config);
  const reason = "written by countersign init";
  const acceptance = {
    how: "first_policy",
    by: principalActor(by),
    reason,
    person: by.actor.id,
  } as const;
  await acceptNamedTip(scope, stored, tip, acceptance, async (session) => {
    await dropHold(session, id, principalActor(by), "first_policy");
  });
}

/** Finds the target branch that the configuration names. */
async function findTargetBranch(
  scope: EngineScope,
  repository: NewlyLocated,
  given: string | undefined,
): Promise<StoredRepository> {
  const mirror = scope.mirror;
  for (const branch of given === undefined ? USUAL_TARGETS : [given]) {
    if (!(await hasTarget(mirror, repository, branch))) continue;
    const { stored, named } = await readTarget(scope, repository, branch);
    const isIt = given !== undefined || named === null || named === branch;
    if (isIt || !(await hasTarget(mirror, repository, named))) return stored;
    return (await readTarget(scope, repository, named)).stored;
  }
  const wanted = given ?? USUAL_TARGETS.join(" or ");
  throw new CountersignError(
    "invalid_input",
    `The repository has no branch ${wanted} with a commit`,
    {
      hint: "Commit something first, or name the branch that work is merged to",
    },
  );
}

/** Returns whether a branch has a commit. Refuses a branch name that git could interpret differently. */
async function hasTarget(mirror: Mirror, repository: Repository, branch: string): Promise<boolean> {
  const reading = await mirror.readTarget(repository, branch);
  if (reading.is === "unreliable") throw new CountersignError("invalid_input", reading.detail);
  return reading.is === "at";
}

async function readTarget(
  scope: EngineScope,
  repository: NewlyLocated,
  target: string,
): Promise<{ stored: StoredRepository; named: string | null }> {
  const { commit: tip } = await scope.mirror.fetch(repository, { branch: target });
  const found = await scope.policies.at(scope.org, repository.id, tip);
  if ("problem" in found) {
    const stored = { ...repository, target, tip, policyDigest: null, problem: found.problem };
    return { stored, named: null };
  }
  await scope.transact((session) => storePolicy(session, found.policy));
  const policyDigest = found.policy.digest;
  const stored = { ...repository, target, tip, policyDigest, problem: null };
  return { stored, named: found.policy.merge.target };
}

/** Returns a short name from the directory's, with a number if it is taken. */
export async function freeName(scope: EngineScope, path: string): Promise<string> {
  const plain = basename(path)
    .replaceAll(/[^\w.-]+/g, "-")
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "");
  const name = plain.slice(0, 60) || "repository";
  const taken = new Set((await repositoryLines(scope)).map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

export async function listReadableRepositories(
  scope: EngineScope,
  by: Principal,
): Promise<RepositorySummary[]> {
  const only = await readableRepository(scope, by);
  const all = await repositoryLines(scope);
  return only === undefined ? all : all.filter(({ id }) => id === only);
}
