import { NO_TURN, type TaskView, type TriedModes } from "@countersign/api";

const MODES = ["per-task", "batch", "auto", "skip"] as const;

/** Returns the effect of each mode on a sample task: checks can approve it if nothing else blocks it. */
export function tourModes(view: TaskView): TriedModes["items"] {
  const { state, round } = view;
  const turn = { holder: "person" as const, who: view.turn.who ?? "" };
  const isOpen = state === "reviewing" || state === "open" || state === "in_progress";
  return MODES.map((mode) => {
    const refused = isOpen ? null : `${view.id} is ${state}`;
    const stays = { mode, refused, becomes: mode, state, turn, waitsFor: ["layer:owner"] };
    if (round === null || refused !== null || mode === "per-task" || mode === "batch") return stays;
    const hasFailed = view.batchObstacles.some((why) => /^(?:checks|gate) /.test(why));
    if (hasFailed) return stays;
    return { ...stays, state: "approved" as const, turn: NO_TURN, waitsFor: [] };
  });
}
