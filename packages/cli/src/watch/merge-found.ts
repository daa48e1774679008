import type { TextAction } from "@countersign/core";

export type Merged = { act: TextAction[]; contradicting: TextAction[] };

/**
 * Of one batch: the first action for each act on each task. Approving and rejecting one task in one batch
 * cannot both be meant, so neither is done.
 */
export function mergeFound(actions: readonly TextAction[]): Merged {
  const first = new Map<string, TextAction>();
  for (const action of actions) {
    const key = `${action.act} ${action.task}`;
    if (!first.has(key)) first.set(key, action);
  }
  const clashes = ({ act, task }: TextAction): boolean =>
    act !== "submit" && first.has(`${act === "approve" ? "reject" : "approve"} ${task}`);
  const all = [...first.values()];
  return { act: all.filter((one) => !clashes(one)), contradicting: all.filter(clashes) };
}
