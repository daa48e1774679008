import type { HoldReason } from "../model/state.ts";

type HoldCode = HoldReason["code"];

/** The text of every reason, for all surfaces. */
const REASONS: Readonly<Record<HoldCode, string>> = {
  no_plan: "the review is not planned yet",
  empty_plan: "the policy requires no review",
  zero_reviews: "no reviewer has answered",
  chain_empty: "no person or agent is left to answer for a layer",
  layer_skipped: "a layer was skipped because no reviewer can answer for it",
  trust_author: "an author's own verdict does not count",
  trust_other_content: "a verdict about other content does not count",
  trust_not_asked: "a verdict of a reviewer who was not asked does not count",
  trust_not_human: "an agent's verdict does not count if a person must answer",
  trust_not_engine: "the result of a check counts only from the engine",
  trust_sponsor: "the person who started the agent does not count as a second reviewer",
  trust_one_layer: "one reviewer counts for one layer only",
  trust_set_aside: "a person set this verdict aside",
  sponsor_approved: "approved by the person who started the agent",
  unknown_committer: "a commit is by an address that the policy does not know",
  stood_in: "a substitute answered",
  auto_approved: "checks approved it without a person",
  waived: "the owner waived a requirement",
  outstanding: "a reviewer has not answered yet",
  quorum_unreachable: "too few reviewers can still answer",
  not_shown_whole: "a reviewer was not shown the whole change, so a person must look at it",
  blocker: "a reviewer says that a person must decide",
  severity_fail: "there are critical findings",
  severity_needs_fixes: "there are major findings",
  severity_warnings: "there are warnings",
  severity_concerns: "a reviewer has concerns",
  severity_pass: "there are no findings that count",
  panel_conflict: "reviewers of the panel disagree",
  panel_concern: "a reviewer of the panel has concerns",
  panel_approved: "the panel approved it",
  chain_concerns: "a layer has concerns",
  chain_approved: "every layer approved it",
  limit_attempts: "the author has no attempts left",
  limit_cost: "the budget is used up",
  limit_stalled: "the last rounds made no progress",
  clarified_already: "the author was already asked, and the question is still open",
  sent_back: "a person sent it back",
  rejected: "a person rejected it",
  no_result: "a reviewer or check has no result",
  merge_retries: "the merge failed too often",
  clarify_timeout: "the author did not answer in time",
  late_blocker: "a reviewer objected after the approval",
};

function isKnown(code: string): code is HoldCode {
  return Object.hasOwn(REASONS, code);
}

/** Returns the text of a reason. An unknown code of a newer engine is made readable. */
export function reasonText(code: string): string {
  return isKnown(code) ? REASONS[code] : code.replaceAll("_", " ");
}
