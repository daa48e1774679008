import { isFileRead, markFile, markLines, type ReadLines, readKey } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { currentLayout } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import { changedLinesIn } from "./reading.ts";

/** What is marked after a key, and whether that was read by it or taken back. */
type MarkResult = { read: ReadLines; isRead: boolean };

/** The whole file under the cursor; one that is read becomes unread. */
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

/** The changed lines from the head of a hunk under the cursor to the next one. */
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
