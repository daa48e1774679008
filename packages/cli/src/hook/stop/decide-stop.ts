import type { OfferedAssignment } from "@countersign/core";
import type { FailedCheck } from "../engine/read-failed-checks.ts";
import type { OpenFeedback } from "../engine/read-hook-task.ts";
import { MAX_BLOCKS } from "../sessions/session-store.ts";

export type StopFacts = {
  /** The agent continues only because an earlier stop was blocked. */
  hookActive: boolean;
  /** The content of the working directory; null when it could not be read. */
  tree: string | null;
  /** The content when the agent was last kept from stopping. */
  blockedAt: string | null;
  /** The engine answered, and in time. */
  engineAnswered: boolean;
  /** The content when the session began; null when no hook ran then. */
  begunAt: string | null;
  /** A tool of this session was seen to write files. */
  hasEdited: boolean;
  /** The host still runs something for this session, which will wake it. */
  isBackground: boolean;
  /** Contents that are submitted already, or wait to be sent. */
  handedIn: readonly string[];
  feedback: OpenFeedback | null;
  /** Those that failed on exactly this content, in the policy's order. */
  failedChecks: readonly FailedCheck[];
  /** What the agent works on after the task here; null: nothing, or the engine did not say. */
  next: OfferedAssignment | null;
  /** Whether a task of this agent is here, and whether it waits for the agent. */
  task: "none" | "waits_for_agent" | "submitted";
  /** How often this session was kept from stopping in this round, and why in all of its rounds. */
  blocks: { inRound: number; isUsed(reason: string): boolean };
};

export type StopDecision =
  | { do: "let" }
  /** The work is submitted for the agent, which stops, or goes on with what it is offered. */
  | { do: "submit"; tree: string; offer: KeepReason | null }
  | ({ do: "block" } & KeepReason);

/** Why an agent is kept from stopping. The reason is a name: the same one never counts twice. */
type KeepReason = { reason: string; why: BlockCause };

export type BlockCause =
  | { is: "feedback"; left: OpenFeedback }
  | { is: "check"; failed: FailedCheck }
  | { is: "next"; offered: OfferedAssignment };

const LET: StopDecision = { do: "let" };

/**
 * Whether an agent may stop, and what is done with its work then.
 *
 * The order matters: an agent is kept from stopping only where everything else was ruled out, and an
 * engine that does not answer never keeps one.
 */
export function decideStop(facts: StopFacts): StopDecision {
  const { hookActive, tree, blockedAt, engineAnswered } = facts;
  if (tree === null || (hookActive && tree === blockedAt)) return LET;
  if (!hasChanged(facts) || facts.isBackground) return LET;
  const mayKeep = engineAnswered && facts.blocks.inRound < MAX_BLOCKS;
  // Submitting needs no engine now: what cannot be sent waits until there is one.
  if (!facts.handedIn.includes(tree))
    return { do: "submit", tree, offer: mayKeep ? withSubmission(facts) : null };
  const cause = mayKeep ? (forFeedback(facts) ?? forCheck(facts) ?? whenSubmitted(facts)) : null;
  return cause === null ? LET : { do: "block", ...cause };
}

/** Work without a task gets one only when it is sent: until then it is not known which branch is free. */
function withSubmission(facts: StopFacts): KeepReason | null {
  return facts.task === "none" || hasUnanswered(facts) ? null : forNext(facts);
}

function whenSubmitted(facts: StopFacts): KeepReason | null {
  return facts.task === "submitted" ? forNext(facts) : null;
}

/** Each task is offered once in a session: an agent that does not take it is not asked again. */
function forNext({ next, blocks }: StopFacts): KeepReason | null {
  if (next === null) return null;
  const reason = `next ${next.task}`;
  return blocks.isUsed(reason) ? null : { reason, why: { is: "next", offered: next } };
}

function hasUnanswered({ feedback }: StopFacts): boolean {
  return feedback !== null && !feedback.isTouched && feedback.findings.length > 0;
}

function hasChanged({ begunAt, hasEdited, tree }: StopFacts): boolean {
  return begunAt === null ? hasEdited : tree !== begunAt;
}

function forFeedback({ feedback, blocks }: StopFacts): KeepReason | null {
  if (feedback === null || feedback.isTouched || !feedback.hasRoundsLeft) return null;
  if (feedback.findings.length === 0) return null;
  const reason = `feedback ${feedback.task} ${feedback.round}`;
  if (blocks.isUsed(reason)) return null;
  return { reason, why: { is: "feedback", left: feedback } };
}

function forCheck({ failedChecks, blocks }: StopFacts): KeepReason | null {
  for (const failed of failedChecks) {
    const reason = `check ${failed.command}`;
    if (!blocks.isUsed(reason)) return { reason, why: { is: "check", failed } };
  }
  return null;
}
