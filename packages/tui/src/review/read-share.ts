import type { TaskView } from "@countersign/api";
import { readCount } from "../diff/reading.ts";
import { changeKey } from "../store/data.ts";
import type { Model } from "../store/model.ts";
import { count } from "../words/words.ts";

/** The part of the changed lines that this person has read, in percent. */
export function readShare({ diff, data }: Pick<Model, "diff" | "data">, view: TaskView): number {
  const { id, round } = view;
  const change = round?.change;
  if (round === null || change === null || change === undefined) return 0;
  const known = data.changes.get(changeKey(id, round.number, null));
  const seen =
    known === undefined
      ? knownLines(diff.read, id)
      : known.files.reduce((sum, file) => sum + readCount(diff.read, id, file), 0);
  const all = change.linesAdded + change.linesDeleted;
  return all === 0 ? 0 : Math.min(100, Math.floor((seen / all) * 100));
}

/** What was read of it is recorded with the approval. */
export function readNote(model: Pick<Model, "diff" | "data">, view: TaskView): string {
  const change = view.round?.change;
  if (change === null || change === undefined) return "";
  const lines = count(change.linesAdded + change.linesDeleted, "changed line");
  return `${readShare(model, view)}% of ${lines} read`;
}

/** Without the change at hand, lines that say the same are counted once. */
function knownLines(read: Model["diff"]["read"], task: string): number {
  return [...read].reduce(
    (sum, [key, lines]) => sum + (key.startsWith(`${task} `) ? lines.size : 0),
    0,
  );
}
