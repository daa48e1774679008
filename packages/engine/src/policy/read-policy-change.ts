import {
  type Content,
  type Facts,
  loosenedKeys,
  namedPolicyFiles,
  type Policy,
} from "@countersign/core";
import { explainProblems } from "./policy-source.ts";
import { configFiles, hasConfig, type PolicyFiles, readPolicy } from "./read-policy.ts";

type PolicyChange = NonNullable<Facts["policyChange"]>;

/** The policy on one side of a change. */
type Side =
  | { is: "none" }
  | { is: "readable"; policy: Policy }
  | { is: "unreadable"; problem: string; files: string };

const MAX_PROBLEM = 1_000;

/**
 * Reads the policy of a change's base and result, and compares them.
 *
 * If the base has no readable policy, the result is compared with the policy in force.
 */
export async function readPolicyChange(
  mirror: PolicyFiles,
  content: Content,
  inForce: Policy,
): Promise<PolicyChange> {
  const { repo, base, tree } = content;
  const before = await readSide(mirror, repo, base);
  const after = await readSide(mirror, repo, tree);
  const bases = [before, after].flatMap((side) =>
    side.is === "readable" ? namedPolicyFiles(side.policy) : [],
  );
  return { bases, ...compare(before, after, inForce) };
}

function compare(before: Side, after: Side, inForce: Policy): Omit<PolicyChange, "bases"> {
  if (after.is === "unreadable") {
    return isSameFault(before, after)
      ? { effect: "none", problem: "", loosened: [] }
      : { effect: "unreadable", problem: after.problem };
  }
  if (after.is === "none") {
    return before.is === "none"
      ? { effect: "none", problem: "", loosened: [] }
      : { effect: "unreadable", problem: "no file is left that holds it" };
  }
  const known = before.is === "readable" ? before.policy : inForce;
  const isSame = before.is === "readable" && known.digest === after.policy.digest;
  const loosened = isSame ? [] : loosenedKeys(known, after.policy);
  return { effect: isSame ? "none" : "changed", problem: "", loosened };
}

/** A change that leaves the policy alone is not responsible for a target that was already unreadable. */
function isSameFault(before: Side, after: Extract<Side, { is: "unreadable" }>): boolean {
  if (before.is !== "unreadable") return false;
  return before.problem === after.problem && before.files === after.files;
}

async function readSide(mirror: PolicyFiles, repo: string, tree: string): Promise<Side> {
  const files = await configFiles(mirror, repo, tree);
  if (!hasConfig(files)) return { is: "none" };
  const loaded = await readPolicy(mirror, repo, tree, files);
  if (loaded.ok) return { is: "readable", policy: loaded.policy };
  const problem = explainProblems(loaded.problems).slice(0, MAX_PROBLEM);
  return { is: "unreadable", problem, files: JSON.stringify([...files]) };
}
