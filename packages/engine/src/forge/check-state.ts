import { type Task, turnOf } from "@countersign/core";
import type { ForgeCheckState } from "../ports/forge.ts";
import { submittedHead } from "./plan-change.ts";

/** The state of a head's check, and its title: one sentence that says who acts next. */
export type CheckOutcome = { state: ForgeCheckState; title: string };

/** States from the best to the worst. A head with two pull requests shows the worse state. */
const WORSE: readonly ForgeCheckState[] = ["success", "in_progress", "action_required", "failure"];

export function isWorse(one: ForgeCheckState, other: ForgeCheckState): boolean {
  return WORSE.indexOf(one) > WORSE.indexOf(other);
}

/**
 * Returns what the check of a head shows for a task. It is green only if exactly this head is approved and the
 * approval can no longer be undone.
 */
export function findCheckOutcome(task: Task, head: string, nowMs: number): CheckOutcome {
  const { phase } = task;
  if (phase.is === "rejected") return rejection(phase.reason);
  if (phase.is === "rework") return { state: "failure", title: "Changes requested" };
  if (phase.is === "held")
    return { state: "action_required", title: `Waiting for ${phase.inTurn} to decide` };
  if (submittedHead(task) !== head) return otherHead(phase);
  switch (phase.is) {
    case "approved":
    case "merging":
      return approval(task, nowMs);
    case "done":
      return outsideMerge(task) ?? { state: "success", title: "Approved and merged" };
    default:
      return { state: "in_progress", title: waitingTitle(task) };
  }
}

/** A task that has ended is not reviewed again, so commits that were pushed after its merge need another one. */
function otherHead({ is }: Task["phase"]): CheckOutcome {
  if (is !== "done") return { state: "in_progress", title: "Reading the new commits" };
  return {
    state: "action_required",
    title: "Merged before these commits: open a new pull request",
  };
}

function rejection(reason: string): CheckOutcome {
  if (reason === "closed elsewhere")
    return { state: "in_progress", title: "Not under review: a draft, or for another branch" };
  return { state: "failure", title: "Rejected" };
}

function approval({ grace }: Task, nowMs: number): CheckOutcome {
  if (grace !== null && nowMs < grace.untilMs)
    return { state: "in_progress", title: `Approved by ${grace.by}; can still be undone` };
  return { state: "success", title: "Approved" };
}

/** A merge outside countersign says nothing about an approval, so the head does not become green by it. */
function outsideMerge({ flags }: Task): CheckOutcome | null {
  if (!flags.includes("outside")) return null;
  return { state: "failure", title: "Merged outside countersign" };
}

/** Says whose turn it is. */
function waitingTitle(task: Task): string {
  const turn = turnOf(task);
  switch (turn.holder) {
    case "person":
      return `Waiting for ${turn.who}`;
    case "agent":
      return "Waiting for the author";
    case "reviewers":
      return "Waiting for reviewing agents";
    case "checks":
      return "Checks are running";
    default:
      return "The review is being planned";
  }
}
