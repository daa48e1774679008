import type { Round } from "@countersign/core";

/** The part of a round that its merge needs. */
export type MergedRound = Pick<Round, "content" | "baseTask">;

type MergeSides = { ours: string; theirs: string; base?: string };

/**
 * Returns the two sides of a merge. A stacked task is compared with its base task's content, because the target
 * may have that in another form, for example squashed.
 */
export function mergeSides({ content, baseTask }: MergedRound, tip: string): MergeSides {
  const { base, head } = content;
  return { ours: tip, theirs: head, ...(baseTask !== undefined && { base }) };
}
