import type { SprintView } from "@countersign/api";

/** The sprint that runs or is paused; null while there is none. */
export function openSprintOf({ sprint }: { sprint: SprintView | null }): SprintView | null {
  return sprint?.state === "ended" ? null : sprint;
}
