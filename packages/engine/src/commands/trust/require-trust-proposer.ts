import { CountersignError, type Policy, type TrustVersion } from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readTrustVersion } from "../../proof/read-trust-version.ts";
import { isHeld } from "../../store/organisation/foreign-tips.ts";
import { readRepository, type StoredRepository } from "../../store/organisation/repositories.ts";
import { followTarget } from "../../target/follow-target.ts";

/** A repository whose target is at its accepted commit, with its policy and its trust file. */
export type TrustPlace = {
  repository: StoredRepository;
  policy: Policy;
  trust: TrustVersion | null;
};

/** Requires an owner, or a person of the trust file, and a target that is at its accepted commit. */
export async function requireTrustProposer(
  scope: EngineScope,
  by: Principal,
  repo: string,
): Promise<TrustPlace> {
  requirePermission(by, "propose_trust");
  const { is } = await followTarget(scope, repo);
  const { repository, held } = await scope.transact(async (session) => ({
    repository: await readRepository(session, repo),
    held: await isHeld(session, repo),
  }));
  if (is === "foreign" || held)
    throw new CountersignError("wrong_state", `The merges of ${repo} are on hold`, {
      hint: "See why with countersign repo list, and release it first",
    });
  const policy = await scope.policies.of(scope.reading, repository);
  const trust = await readTrustVersion(scope.mirror, repo, repository.tip);
  const names = [...policy.people.owner, ...Object.keys(trust?.file.people ?? {})];
  if (!names.includes(by.actor.id))
    throw new CountersignError(
      "forbidden",
      `Only an owner or a person of the trust file may propose this: ${names.join(", ")}`,
    );
  return { repository, policy, trust };
}
