import { isFileRead, markFile, markLines, type ReadLines, readKey } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { currentLayout } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import { changedLinesIn } from "./reading.ts";

/** The lines marked as read after a key, and whether the key marked or unmarked them. */
type MarkResult = { read: ReadLines; isRead: boolean };

/** Marks the whole file under the cursor as read, or as unread if it was read. */
export function markFileHere(model: Model): MarkResult {
  const { at } = diffState.of(model);
  const { read } = model.reading;
  const layout = currentLayout(model);
  const task = model.review.current;
  const file = layout?.files[layout.items[at]?.file ?? -1];
  if (file === undefined || task === null) return { read, isRead: false };
  const isRead = !isFileRead(read, task, file);
  return { read: markFile(read, task, file, isRead), isRead };
}

/** Marks the changed lines of the hunk whose header is under the cursor. */
export function markHunkHere(model: Model): MarkResult {
  const { at } = diffState.of(model);
  const { read } = model.reading;
  const layout = currentLayout(model);
  const task = model.review.current;
  const path = layout?.files[layout.items[at]?.file ?? -1]?.path;
  if (layout === null || path === undefined || task === null) return { read, isRead: false };
  const rest = layout.items.slice(at + 1);
  const end = rest.findIndex(({ is }) => is === "hunk" || is === "file" || is === "text");
  const lines = (end === -1 ? rest : rest.slice(0, end)).flatMap(changedLinesIn);
  const key = readKey(task, path);
  const isRead = lines.some((line) => read.get(key)?.has(line) !== true);
  return { read: markLines(read, key, lines, isRead), isRead };
}
