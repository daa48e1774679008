import type { TaskLine } from "@countersign/api";

/** Where a task stands for one person, in the order in which they are shown. */
export const SECTIONS = {
  held: "Held: a person is needed",
  merge: "Approved, and the merge waits for you",
  yours: "Your turn",
  ready: "Ready to approve",
  others: "With other people",
  reviewers: "With reviewers",
  agents: "With agents",
  done: "Done today",
} as const;
export type Section = keyof typeof SECTIONS;

const MACHINES: ReadonlySet<string> = new Set(["reviewers", "checks", "engine"]);

/** Ready: it is this person's turn and nothing counts against it. */
export function sectionOf({ state, turn, gate }: TaskLine, me: string): Section {
  if (state === "done" || state === "rejected") return "done";
  if (turn.who === me) {
    if (state === "held") return "held";
    if (state === "approved") return "merge";
    return gate === "pass" ? "ready" : "yours";
  }
  if (turn.holder === "agent") return "agents";
  return MACHINES.has(turn.holder) ? "reviewers" : "others";
}
