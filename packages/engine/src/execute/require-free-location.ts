import {
  CountersignError,
  locationText,
  type PhaseName,
  type WorkLocation,
} from "@countersign/core";
import type { Principal } from "../access/principal.ts";
import type { Session } from "../platform/transact.ts";
import { listTasks } from "../store/tasks/list-tasks.ts";

/** States in which a task occupies its location, because work there becomes part of it. */
export const KEEPS_LOCATION: readonly PhaseName[] = [
  "in_progress",
  "rework",
  "held",
  "reviewing",
  "approved",
  "merging",
];

/**
 * Requires that an author works on only one task per location. A task that is already there can continue beside
 * others in review.
 */
export async function requireFreeLocation(
  session: Session,
  { actor }: Principal,
  taskId: string,
  location: WorkLocation | undefined,
): Promise<void> {
  if (location === undefined) return;
  const at = { author: actor.id, ...location };
  const { items } = await listTasks(session, { states: KEEPS_LOCATION, location: at });
  const isHere = items.some((one) => one.task === taskId);
  const other = items.find(
    (one) => one.task !== taskId && (one.state === "in_progress" || !isHere),
  );
  if (other === undefined) return;
  const where = locationText(location);
  if (other.state === "in_progress")
    throw new CountersignError(
      "wrong_state",
      `${actor.id} already works on ${other.task} in ${where}`,
      {
        hint: `Submit ${other.task} first, or take ${taskId} in another worktree`,
      },
    );
  throw new CountersignError("wrong_state", `${where} still has the work of ${other.task}`, {
    hint: `Commit it, begin ${taskId} on a branch of its own (git switch -c ${taskId} <target branch>), then accept it`,
  });
}
