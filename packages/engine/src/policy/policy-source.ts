import { CountersignError, type Policy, type Problem } from "@countersign/core";
import type { Session } from "../platform/transact.ts";
import type { Mirror } from "../ports/mirror.ts";
import { readStoredPolicy } from "../store/organisation/read-stored-policy.ts";
import { readRepository, type StoredRepository } from "../store/organisation/repositories.ts";
import { policies } from "../store/schema/schema.ts";
import { mirrorOfOrg } from "./mirror-of-org.ts";
import { configFiles, readPolicy } from "./read-policy.ts";

/** The policy of a target branch commit, or what is wrong with it. */
export type FoundPolicy = { policy: Policy } | { problem: string };

/** Where to find a repository's policy. */
type PolicyLocation = Pick<StoredRepository, "id" | "tip" | "target" | "policyDigest" | "problem">;

const MAX_CACHED = 200;

export interface PolicySource {
  at(org: string, repo: string, commit: string): Promise<FoundPolicy>;
  /**
   * Returns the policy in force for a repository: that of the last accepted target or, if it is unreadable,
   * the last valid one.
   */
  inForce(session: Session, repo: string): Promise<Policy>;
  /** Returns the policy in force for a repository that was already read. */
  of(session: Session, repository: PolicyLocation): Promise<Policy>;
}

/** Caches policies by commit, which never changes. */
export function createPolicySource(mirror: Mirror): PolicySource {
  const byCommit = new Map<string, FoundPolicy>();
  async function read(org: string, repo: string, commit: string): Promise<FoundPolicy> {
    const ours = mirrorOfOrg(mirror, org);
    const files = await configFiles(ours, repo, commit);
    const loaded = await readPolicy(ours, repo, commit, files);
    return loaded.ok ? { policy: loaded.policy } : { problem: explainProblems(loaded.problems) };
  }
  async function at(org: string, repo: string, commit: string): Promise<FoundPolicy> {
    const key = `${org}/${repo} ${commit}`;
    const known = byCommit.get(key);
    if (known !== undefined) return known;
    const found = await read(org, repo, commit);
    if (byCommit.size >= MAX_CACHED) byCommit.clear();
    byCommit.set(key, found);
    return found;
  }
  const of: PolicySource["of"] = async (session, place) => {
    const { id, tip, target, policyDigest, problem } = place;
    const found = await at(session.org, id, tip);
    if ("policy" in found) return found.policy;
    const last = policyDigest === null ? null : await readStoredPolicy(session, policyDigest);
    if (last !== null) return last;
    throw new CountersignError(
      "invalid_input",
      `The configuration on ${target} of ${id} cannot be used: ${problem ?? found.problem}`,
      { hint: "countersign doctor" },
    );
  };
  return {
    at,
    of,
    inForce: async (session, repo) => of(session, await readRepository(session, repo)),
  };
}

/** Summarises the problems of a configuration in one line. */
export function explainProblems(problems: readonly Problem[]): string {
  const lines = problems.slice(0, 5).map(({ path, reason, didYouMean }) => {
    const where = path === "" ? "" : `${path}: `;
    return `${where}${reason}${didYouMean === undefined ? "" : `, did you mean ${didYouMean}?`}`;
  });
  const rest = problems.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
}

/** Stores a policy permanently, so that decisions made under it can be replayed. */
export async function storePolicy({ db, org }: Session, policy: Policy): Promise<void> {
  await db
    .insert(policies)
    .values({ orgId: org, digest: policy.digest, body: policy })
    .onConflictDoNothing();
}
