import { CountersignError } from "@countersign/core";
import { requireMay } from "../access/may.ts";
import type { Principal } from "../access/principal.ts";
import type { ShownDiff } from "../ports/mirror.ts";
import type { Parts } from "./parts.ts";

export type DiffQuery = {
  /** A round's number: what changed since then. Left out: the whole change of the current round. */
  since?: number | undefined;
};

export type TaskDiff = ShownDiff & {
  round: number;
  /** The commit or tree that it begins from, and the tree that it ends at. */
  from: string;
  to: string;
};

/** The change of a task's current round, or what is new in it since an earlier one. */
export async function diff(
  parts: Parts,
  by: Principal,
  taskId: string,
  { since }: DiffQuery,
): Promise<TaskDiff> {
  requireMay(by, "read", taskId);
  const task = await parts.store.load(by.org, taskId);
  const round = task?.round;
  if (!task || !round)
    throw new CountersignError(
      "not_found",
      `${taskId} has nothing to show yet: nothing was handed in`,
    );
  const mirror = parts.mirrorOf(by.org);
  const { content, number } = round;
  if (since === undefined) {
    const shown = await mirror.showDiff(content);
    return { ...shown, round: number, from: content.base, to: content.tree };
  }
  const from = await treeOf(parts, by.org, taskId, since);
  const shown = await mirror.interdiff(task.repo, from, content.tree);
  return { ...shown, round: number, from, to: content.tree };
}

async function treeOf(
  { store }: Parts,
  org: string,
  taskId: string,
  round: number,
): Promise<string> {
  for (const { event } of await store.log(org, taskId))
    if (event.type === "submitted" && event.round === round) return event.content.tree;
  throw new CountersignError("not_found", `${taskId} has no round ${round}`);
}
