import { CountersignError, locationText, type WorkLocation } from "@countersign/core";
import type { Principal } from "../access/principal.ts";
import type { Parts } from "./parts.ts";

/** An author works on one task at a time in one place: what it does there must belong to one task. */
export async function requireFreeLocation(
  { store }: Parts,
  { org, actor }: Principal,
  taskId: string,
  location: WorkLocation | undefined,
): Promise<void> {
  if (location === undefined) return;
  const at = { author: actor.id, ...location };
  const { items } = await store.list(org, { states: ["in_progress"], location: at });
  const other = items.find(({ task }) => task !== taskId);
  if (other === undefined) return;
  throw new CountersignError(
    "wrong_state",
    `${actor.id} already works on ${other.task} in ${locationText(location)}`,
    { hint: `Submit ${other.task} first, or take ${taskId} in another worktree` },
  );
}
