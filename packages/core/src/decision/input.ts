import type { DigestText } from "../kernel/digest.ts";
import type { ActorId, ObjectId } from "../kernel/ids.ts";
import type { Plan } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import type { Report, Verdict } from "../verdict/schema.ts";
import type { Resolution } from "./resolution.ts";

export type Signal = "DONE" | "PARTIAL" | "BLOCKED";

/** Verdicts with the digest of the whole set, made once when the set changes. */
export type VerdictSet = { items: readonly Verdict[]; digest: DigestText };

/** Everything `decide()` may look at. Policy, plan, report and verdicts bring their own digests. */
export type DecisionInput = {
  policy: Policy;
  plan: Plan | null;
  verdicts: VerdictSet;
  report: Report;
  task: {
    authors: readonly ActorId[];
    sponsor: ActorId | null;
    /** The people who answer for every agent that claimed or submitted it. */
    sponsors?: readonly ActorId[] | undefined;
    /** People who wrote or committed commits of this content. */
    committers: readonly ActorId[];
    /** Addresses of commits that the policy does not know, where the policy asks for them. */
    unknownCommitters?: readonly string[] | undefined;
    attempt: number;
    attemptLimit: number;
    /** A person granted attempts: then only their number limits the loop. */
    granted: boolean;
    costUsd: number;
    budgetUsd: number;
  };
  round: {
    number: number;
    tree: ObjectId;
    /** A checkup looks at unfinished work: it can continue, flag or hold, never approve or send back. */
    purpose: "gate" | "checkup";
    signal: Signal;
    /** A clarification was already asked in this round. */
    clarified: boolean;
    /** Reviewers that were given up after their retries, by `seatKey`. */
    noResult: readonly string[];
    resolutions: readonly Resolution[];
    /** People to whom the turn has moved; a substitute among them may answer. */
    turns: readonly ActorId[];
  };
};
