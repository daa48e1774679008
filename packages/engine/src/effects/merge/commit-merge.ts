import { oneLine, type Round, type Task } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { MergeProof } from "../../proof/read-merge-proof.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";

/** A clean merge, the commit that it follows, the text that makes its id unpredictable, and what proves it. */
type MergeResult = {
  onto: string;
  tree: string;
  nonce: string | null;
  proof: Pick<MergeProof, "trailer"> | null;
};

/** Creates a task's merge commit in the mirror. The same input creates the same commit. */
export async function commitTaskMerge(
  { mirror }: EngineScope,
  { task, round, policy, approvedMs }: MergeContext,
  { onto, tree, nonce, proof }: MergeResult,
): Promise<string> {
  const { commit } = await mirror.commitMerge(task.repo, {
    tree,
    parents: policy.merge.strategy === "squash" ? [onto] : [onto, round.content.head],
    message: mergeMessage(task, round, { nonce, proof }),
    author: { name: task.assignee ?? "countersign", email: "countersign@localhost" },
    atSeconds: Math.trunc(approvedMs / 1_000),
  });
  return commit;
}

/**
 * Composes the merge message.
 *
 * The nonce makes the commit id unpredictable without the announcement of the move.
 */
function mergeMessage(
  task: Task,
  round: Round,
  { nonce, proof }: Pick<MergeResult, "nonce" | "proof">,
): string {
  const { title, message } = mergeText(task, round);
  const trailers = [
    ...(proof === null ? [] : [`Countersign-Proof: ${proof.trailer}\n`]),
    ...(nonce === null ? [] : [`Countersign-Nonce: ${nonce}\n`]),
  ];
  return `${title}\n\n${message}${trailers.join("")}`;
}

/** Composes the title and the trailers of a merge: task, round, exact tree, and the reviewers. */
export function mergeText(task: Task, round: Round): { title: string; message: string } {
  const people = round.verdicts.items
    .filter(({ opinion, byKind }) => opinion === "approved" && byKind === "human")
    .map(({ by }) => by);
  const trailers = [
    `Countersign-Task: ${task.id}`,
    `Countersign-Round: ${round.number}`,
    `Countersign-Tree: ${round.content.tree}`,
    ...[...new Set(people)].map((person) => `Countersign-Approved-By: ${person}`),
    ...(round.overridden ? ["Countersign-Override: yes"] : []),
  ];
  const title = `Merge ${task.id}: ${oneLine(task.title, 120)}`;
  return { title, message: trailers.map((line) => `${line}\n`).join("") };
}
