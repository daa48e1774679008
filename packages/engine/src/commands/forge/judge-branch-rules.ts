import type { ForgeBranchRules } from "../../ports/forge.ts";

/** The name of our check on the head of each pull request. */
const GATE_CHECK = "countersign/gate";

/** A way around our check that the rules of a branch leave open. */
export type RuleGap = {
  is:
    | "not_required"
    | "any_app"
    | "other_app"
    | "not_strict"
    | "can_be_bypassed"
    | "bypass_unreadable";
  /** What it means for the branch. */
  says: string;
  fix: string;
};

/** Lists what the rules of a branch leave open. Empty: only heads with our green check can be merged. */
export function judgeBranchRules(
  rules: ForgeBranchRules,
  { app, branch }: { app: number; branch: string },
): RuleGap[] {
  const required = rules.requiredChecks.filter(({ name }) => name === GATE_CHECK);
  if (!required.some((check) => check.app === app)) return [unpinnedCheck(required, branch)];
  return [...bypassGaps(rules, branch), ...(rules.isStrict ? [] : [looseBase(branch)])];
}

function unpinnedCheck(required: ForgeBranchRules["requiredChecks"], branch: string): RuleGap {
  if (required.length === 0)
    return {
      is: "not_required",
      says: `${branch} does not require ${GATE_CHECK}: pull requests can be merged without a review`,
      fix: `Add a ruleset for ${branch} that requires the check ${GATE_CHECK} from this app`,
    };
  if (required.some(({ app }) => app === null))
    return {
      is: "any_app",
      says: `${branch} requires ${GATE_CHECK} from any source: everyone who can write can set it to green`,
      fix: `In the ruleset, choose this app as the source of ${GATE_CHECK}`,
    };
  return {
    is: "other_app",
    says: `${branch} requires ${GATE_CHECK} from another app: our result does not count`,
    fix: `In the ruleset, choose this app as the source of ${GATE_CHECK}`,
  };
}

function bypassGaps({ bypass }: ForgeBranchRules, branch: string): RuleGap[] {
  if (bypass === null)
    return [
      {
        is: "bypass_unreadable",
        says: `whether the rules of ${branch} can be bypassed is unknown: the app may not read it`,
        fix: "Check the bypass list of the ruleset, or let the app read the administration settings",
      },
    ];
  if (bypass.length === 0) return [];
  return [
    {
      is: "can_be_bypassed",
      says: `${bypass.join(", ")} can merge to ${branch} without the check`,
      fix: "Empty the bypass list of the ruleset",
    },
  ];
}

function looseBase(branch: string): RuleGap {
  return {
    is: "not_strict",
    says: `pull requests can be merged to a newer ${branch} than the one that was reviewed; the result is compared afterwards`,
    fix: "In the ruleset, require branches to be up to date before merging",
  };
}
