import type { EngineScope } from "../execute/engine-scope.ts";
import { lastValidPolicy } from "../policy/last-valid-policy.ts";
import { storePolicy } from "../policy/policy-source.ts";
import { ENGINE } from "../store/names/engine-keys.ts";
import {
  type Acceptance,
  acceptTip,
  holdRepository,
  lockTip,
  type StoredRepository,
  saveProblem,
} from "../store/organisation/repositories.ts";

/**
 * Judges a new tip of a repository without a policy in force.
 *
 * A tip without a usable policy is accepted, because nothing can be approved under it. A first policy waits for a
 * person. Returns null if the repository had a valid policy before; its target is then judged as usual.
 */
export async function judgeFirstPolicy(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string,
): Promise<{ acceptance: Acceptance } | { hold: string } | null> {
  const { id, target, policyDigest, problem } = repository;
  if (policyDigest !== null || problem === null) return null;
  const last = await lastValidPolicy(scope, repository);
  if (last !== null) {
    await scope.transact(async (session) => {
      await storePolicy(session, last);
      const restored = { tip: repository.tip, policyDigest: last.digest, problem };
      const reason = "the last valid policy stays in force";
      await acceptTip(session, id, restored, { how: "unconfigured", by: ENGINE, reason });
    });
    return null;
  }
  await scope.mirror.fetch(repository, { branch: target });
  const found = await scope.policies.at(scope.org, id, tip);
  if ("problem" in found)
    return { acceptance: { how: "unconfigured", by: ENGINE, reason: found.problem } };
  const owners = found.policy.people.owner.join(", ");
  const at = `${target} has its first policy at ${tip.slice(0, 12)}`;
  return { hold: `${at}, which names ${owners} as owner, and no person has confirmed it` };
}

/** Holds a repository until a person confirms its first policy, unless that has happened in the meantime. */
export async function holdForFirstPolicy(
  { transact }: EngineScope,
  { id, tip }: StoredRepository,
  detail: string,
): Promise<void> {
  await transact(async (session) => {
    if ((await lockTip(session, id)) !== tip) return;
    await holdRepository(session, id, "first_policy", detail);
    await saveProblem(session, id, detail);
  });
}
