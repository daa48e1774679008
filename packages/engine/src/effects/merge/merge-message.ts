import { oneLine, type Round, type Task } from "@countersign/core";

/**
 * The message of a merge: what, which round, exactly which tree, and who answered for it.
 *
 * The nonce makes the commit's id unknown to everyone who has not read the announcement of the move.
 */
export function mergeMessage(task: Task, round: Round, nonce: string | null): string {
  const people = round.verdicts.items
    .filter(({ opinion, byKind }) => opinion === "approved" && byKind === "human")
    .map(({ by }) => by);
  return [
    `Merge ${task.id}: ${oneLine(task.title, 120)}`,
    "",
    `Countersign-Task: ${task.id}`,
    `Countersign-Round: ${round.number}`,
    `Countersign-Tree: ${round.content.tree}`,
    ...[...new Set(people)].map((person) => `Countersign-Approved-By: ${person}`),
    ...(round.overridden ? ["Countersign-Override: yes"] : []),
    ...(nonce === null ? [] : [`Countersign-Nonce: ${nonce}`]),
    "",
  ].join("\n");
}
