import type { DiffView } from "@countersign/api";
import type { TaskDiff } from "@countersign/engine";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LOSSY = new TextDecoder("utf-8", { ignoreBOM: true });

/** Converts a change to JSON: text, plus the original bytes if the text would lose some. */
export function viewDiff(task: string, diff: TaskDiff): DiffView {
  const { round, from, to, upstream, files, unshown, covered } = diff;
  return {
    task,
    round,
    from,
    to,
    upstream,
    files: files.map(({ path, patch }) => ({ path, ...patchView(patch) })),
    unshown: [...unshown],
    covered,
  };
}

function patchView(patch: Uint8Array): { patch: string; base64: string | null } {
  try {
    return { patch: UTF8.decode(patch), base64: null };
  } catch {
    return { patch: LOSSY.decode(patch), base64: Buffer.from(patch).toString("base64") };
  }
}
