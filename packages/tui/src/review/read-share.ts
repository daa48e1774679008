import type { TaskView } from "@countersign/api";
import type { Model } from "../store/model.ts";

/** The part of the files that this person has marked as read, in percent. */
export function readShare({ diff }: Pick<Model, "diff">, { id, round }: TaskView): number {
  const files = round?.change?.files ?? 0;
  if (files === 0) return 0;
  const seen = [...diff.viewed].filter((key) =>
    key.startsWith(`${id} ${round?.number ?? 0} `),
  ).length;
  return Math.min(100, Math.round((seen / files) * 100));
}

/** What is remembered of a file that was read: another round is another text. */
export function viewedKey(task: string, round: number, path: string): string {
  return `${task} ${round} ${path}`;
}
