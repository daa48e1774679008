import type { Policy } from "../policy.ts";
import { eachKey, neutral, removalIsLooser, strictestFirst } from "./compare.ts";
import {
  compareChains,
  compareFeedback,
  compareGate,
  compareInferTypes,
  compareMarkers,
  compareModes,
  compareOverrides,
  comparePeers,
  compareTables,
  compareTriggers,
} from "./compare-flow.ts";
import {
  compareDomains,
  compareGaps,
  comparePanel,
  comparePolicies,
  compareReviewers,
  compareRisk,
  compareRules,
} from "./compare-review.ts";
import {
  compareCarry,
  compareChecks,
  compareDepartments,
  compareLimits,
  compareMerge,
  compareNotify,
  comparePeople,
  comparePrepare,
  compareRetention,
  compareSilence,
  compareTrackers,
  compareTrust,
} from "./compare-run.ts";
import type { LoosenedKey } from "./loosened-key.ts";

/**
 * The comparison of each policy key. `neutral` keys cannot loosen it: their values are compared under other keys,
 * or decide nothing.
 */
const comparePolicy = eachKey<Omit<Policy, "digest">>({
  $schema: neutral,
  version: neutral,
  extends: neutral,
  locked: removalIsLooser,
  profile: neutral,
  preset: neutral,
  agentReviewers: neutral,
  shippedReviewers: neutral,
  trust: compareTrust,
  people: comparePeople,
  departments: compareDepartments,
  domains: compareDomains,
  risk: compareRisk,
  reviewers: compareReviewers,
  rules: compareRules,
  policies: comparePolicies,
  gaps: compareGaps,
  panel: comparePanel,
  triggers: compareTriggers,
  chains: compareChains,
  chainOverrides: compareOverrides,
  inferTypes: compareInferTypes,
  peers: comparePeers,
  onUnavailable: strictestFirst("escalate", "complete"),
  modes: compareModes,
  checks: compareChecks,
  prepare: comparePrepare,
  gate: compareGate,
  limits: compareLimits,
  silence: compareSilence,
  carry: compareCarry,
  feedback: compareFeedback,
  markers: compareMarkers,
  merge: compareMerge,
  proofs: neutral,
  trackers: compareTrackers,
  notify: compareNotify,
  retention: compareRetention,
  tables: compareTables,
});

/**
 * Lists every key that is less strict in the second policy, with both values.
 *
 * Compares compiled policies, so that a changed profile, preset or base shows in the keys that it sets. A change
 * that cannot be ranked counts as loosened.
 */
export function loosenedKeys(before: Policy, after: Policy): LoosenedKey[] {
  return comparePolicy(before, after, { key: "", before, after });
}
