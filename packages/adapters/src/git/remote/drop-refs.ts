import type { GitSettings } from "../program/git-settings.ts";
import { readRefValues, removeRefs } from "./clone-refs.ts";

/** Refs of a clone to remove: all below `prefix`, except for those to keep. */
export type RefDrop = { gitDir: string; prefix: string; kept: readonly string[] };

/** Removes refs from a bare clone of ours. A ref that a fetch changes at the same time stays until the next call. */
export async function dropRefs(
  settings: GitSettings,
  { gitDir, prefix, kept }: RefDrop,
): Promise<void> {
  const refs = await readRefValues(settings, gitDir);
  const gone = [...refs].filter(([ref]) => ref.startsWith(prefix) && !kept.includes(ref));
  await removeRefs(settings, gitDir, new Map(gone));
}
