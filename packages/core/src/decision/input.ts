import type { DigestText } from "../kernel/digest.ts";
import type { ActorId, ObjectId } from "../kernel/ids.ts";
import type { Plan } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import type { Report, Verdict } from "../verdict/schema.ts";
import type { Resolution } from "./resolution.ts";

export type Signal = "DONE" | "PARTIAL" | "BLOCKED";

/** Verdicts with the digest of the whole set, computed when the set changes. */
export type VerdictSet = { items: readonly Verdict[]; digest: DigestText };

/** All inputs of `decide()`. Policy, plan, report and verdicts contain their own digests. */
export type DecisionInput = {
  policy: Policy;
  plan: Plan | null;
  verdicts: VerdictSet;
  report: Report;
  task: {
    authors: readonly ActorId[];
    sponsor: ActorId | null;
    /** The sponsors of every agent that claimed or submitted it. */
    sponsors?: readonly ActorId[] | undefined;
    /** People who authored or committed commits of this content. */
    committers: readonly ActorId[];
    /** Commit addresses that the policy does not know, if the policy requires them to be known. */
    unknownCommitters?: readonly string[] | undefined;
    attempt: number;
    attemptLimit: number;
    /** True if a person granted attempts. Then only their number limits the loop. */
    granted: boolean;
    costUsd: number;
    budgetUsd: number;
  };
  round: {
    number: number;
    tree: ObjectId;
    /** A checkup inspects unfinished work: it can continue, flag or hold, never approve or send back. */
    purpose: "gate" | "checkup";
    signal: Signal;
    /** A clarification was already asked in this round. */
    clarified: boolean;
    /** Reviewers whose retries are used up, by `seatKey`. */
    noResult: readonly string[];
    resolutions: readonly Resolution[];
    /** People to whom the turn has moved. A substitute among them may answer. */
    turns: readonly ActorId[];
  };
};
