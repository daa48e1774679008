import type { Section, TaskLine } from "@countersign/api";

/** The sections of an inbox, in the order in which they are shown. */
export const INBOX_SECTIONS = {
  held: "Held: a person is needed",
  merge: "Approved, and the merge waits for you",
  yours: "Your turn",
  ready: "Ready to approve",
  others: "With other people",
  reviewers: "With reviewers",
  agents: "With agents",
  done: "Done today",
} as const satisfies Record<Section, string>;
export type InboxSection = keyof typeof INBOX_SECTIONS;

const MACHINES: ReadonlySet<string> = new Set(["reviewers", "checks", "engine"]);

/** Returns the section of a task for one person. Ready: it is their turn and the gate passes. */
export function inboxSection(
  { state, turn, gate }: Pick<TaskLine, "state" | "turn" | "gate">,
  me: string,
): InboxSection {
  if (state === "done" || state === "rejected") return "done";
  if (turn.who === me) {
    if (state === "held") return "held";
    if (state === "approved") return "merge";
    return gate === "pass" ? "ready" : "yours";
  }
  if (turn.holder === "agent") return "agents";
  return MACHINES.has(turn.holder) ? "reviewers" : "others";
}

const ORDER: readonly string[] = Object.keys(INBOX_SECTIONS);

/** Sorts lines by the order of their sections, so that `@1` is the first line shown. */
export function sortBySection<Line extends { section: InboxSection }>(
  lines: readonly Line[],
): Line[] {
  return lines.toSorted((one, other) => ORDER.indexOf(one.section) - ORDER.indexOf(other.section));
}
