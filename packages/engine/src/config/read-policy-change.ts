import { type Content, CountersignError, type Facts } from "@countersign/core";
import { explainProblems } from "./policy-source.ts";
import { configFiles, hasConfig, type PolicyFiles, readPolicy } from "./read-policy.ts";

type PolicyChange = NonNullable<Facts["policyChange"]>;

/** The policy of one side of a change. */
type Side =
  | { is: "none" }
  | { is: "readable"; digest: string; base: string | null }
  | { is: "unreadable"; problem: string };

const MOST_PROBLEM = 1_000;

/** Reads the policy of the base and of the result of a change, and tells how they differ. */
export async function readPolicyChange(
  mirror: PolicyFiles,
  content: Content,
): Promise<PolicyChange> {
  const { repo, base, tree } = content;
  const before = await readSide(mirror, repo, base);
  const after = await readSide(mirror, repo, tree);
  const bases = [before, after].flatMap((side) =>
    side.is === "readable" && side.base !== null ? [side.base] : [],
  );
  return { bases, ...compare(before, after) };
}

function compare(before: Side, after: Side): Pick<PolicyChange, "effect" | "problem"> {
  if (after.is === "unreadable") return { effect: "unreadable", problem: after.problem };
  if (after.is === "none" && before.is !== "none")
    return { effect: "unreadable", problem: "no file is left that holds it" };
  const isSame =
    after.is === "none" || (before.is === "readable" && before.digest === after.digest);
  return { effect: isSame ? "none" : "changed", problem: "" };
}

async function readSide(mirror: PolicyFiles, repo: string, tree: string): Promise<Side> {
  const files = await configFiles(mirror, repo, tree);
  if (!hasConfig(files)) return { is: "none" };
  try {
    const loaded = await readPolicy(mirror, repo, tree, files);
    if (!loaded.ok) return unreadable(explainProblems(loaded.problems));
    const { digest, extends: base } = loaded.policy;
    return { is: "readable", digest, base };
  } catch (error) {
    // A policy that is too large or nested too deep is the change's fault; anything else is tried again.
    if (error instanceof CountersignError && error.code === "too_large")
      return unreadable(error.message);
    if (error instanceof RangeError) return unreadable("it is nested too deep");
    throw error;
  }
}

function unreadable(problem: string): Side {
  return { is: "unreadable", problem: problem.slice(0, MOST_PROBLEM) };
}
