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

const ORDER: readonly string[] = Object.keys(SECTIONS);

/** The lines in the order in which their sections are shown, so that `@1` is the first of them. */
export function inSectionOrder<Line extends { section: Section }>(lines: readonly Line[]): Line[] {
  return lines.toSorted((one, other) => ORDER.indexOf(one.section) - ORDER.indexOf(other.section));
}
