import { isClosedElsewhere, type Task } from "@countersign/core";
import type { ForgeChange } from "../ports/forge.ts";

/** A pull request with the tree of its head. The tree is null if the head was not fetched. */
export type FetchedChange = Pick<ForgeChange, "state" | "isDraft" | "base"> & {
  head: { commit: string; tree: string | null };
};

/**
 * How a task follows its pull request. `submit` opens the task or its next round. `reopen`: the task was closed with
 * the pull request. `restart`: the head has other commits but the same tree, which would count as the same work.
 * `wait`: the task can follow later: when its merge has ended, or when a decision can no longer be undone.
 */
export type ChangeStep =
  | { do: "submit"; from: "new" | "next" | "reopen" | "restart" }
  | { do: "close"; outcome: "closed" | "merged" }
  | { do: "wait"; untilMs: number | null }
  | { do: "nothing" };

const NOTHING: ChangeStep = { do: "nothing" };

/**
 * Compares a pull request with its task and returns the next step. It depends on the present state alone, so lost,
 * repeated and reordered events lead to the same task.
 *
 * A pull request is under review while it is open, ready and targets the branch that we merge into. A draft is
 * unfinished work: it has no round, so no person is asked.
 */
export function planChange(
  change: FetchedChange,
  target: string,
  task: Task | null,
  nowMs: number,
): ChangeStep {
  const isOnTarget = change.base.branch === target;
  const isUnderReview = change.state === "open" && !change.isDraft && isOnTarget;
  if (task?.phase.is === "merging") {
    const isSame = isUnderReview && submittedHead(task) === change.head.commit;
    return isSame ? NOTHING : { do: "wait", untilMs: null }; // our own merge ends first
  }
  if (isUnderReview) return planReview(change, task, nowMs);
  if (task === null || isEnded(task)) return NOTHING;
  const isMerged = change.state === "merged" && isOnTarget;
  return { do: "close", outcome: isMerged ? "merged" : "closed" };
}

/** Work that was sent back waits for another tree; a new message or base alone answers nothing. */
function planReview({ head }: FetchedChange, task: Task | null, nowMs: number): ChangeStep {
  if (task === null) return { do: "submit", from: "new" };
  if (isClosedElsewhere(task)) return { do: "submit", from: "reopen" };
  if (isEnded(task)) return NOTHING;
  const { phase, round } = task;
  if (phase.is === "open" || round === null) return { do: "submit", from: "next" };
  if (submittedHead(task) === head.commit) return NOTHING;
  const isSameTree = round.content.tree === head.tree;
  if (phase.is === "rework") return isSameTree ? NOTHING : planAnswer(task, nowMs);
  const isSameWork = phase.is === "reviewing" || phase.is === "approved";
  return { do: "submit", from: isSameTree && isSameWork ? "restart" : "next" };
}

/** Plans the answer to work that was sent back. It is refused while a person can undo that. */
function planAnswer({ grace }: Task, nowMs: number): ChangeStep {
  if (grace === null || nowMs >= grace.untilMs) return { do: "submit", from: "next" };
  return { do: "wait", untilMs: grace.untilMs };
}

/** Returns the head of the pull request that the task has seen last. */
export function submittedHead({ phase, round }: Pick<Task, "phase" | "round">): string | null {
  if (phase.is === "held" && phase.offer !== null) return phase.offer.content.head;
  return round?.resultOf ?? round?.content.head ?? null;
}

function isEnded({ phase }: Task): boolean {
  return phase.is === "done" || phase.is === "rejected";
}
