import type { TaskView } from "@countersign/api";
import { batchApprovalObstacles, readNote, readPercent } from "@countersign/review";
import { changeKey } from "../data/data.ts";
import type { Model } from "../model/model.ts";

type ReadingModel = Pick<Model, "reading" | "data">;

/** Returns the share of the changed lines that this person has read, in percent. */
export function readShare({ reading, data }: ReadingModel, view: TaskView): number {
  const round = view.round?.number;
  const change =
    round === undefined ? undefined : data.changes.get(changeKey(view.id, round, null));
  return readPercent(reading.read, view, change);
}

/** Returns the note about reading that is recorded with an approval. */
export function approvalNote(model: ReadingModel, view: TaskView): string {
  return readNote(readShare(model, view), view);
}

/** Lists why "approve all" skips a task; empty if the task is included. */
export function approveAllObstacles(
  model: ReadingModel & Pick<Model, "confirmBatch">,
  view: TaskView,
): string[] {
  return batchApprovalObstacles(view, readShare(model, view), model.confirmBatch);
}

export function isAutoApprovable(
  model: ReadingModel & Pick<Model, "confirmBatch">,
  view: TaskView,
): boolean {
  return approveAllObstacles(model, view).length === 0;
}
