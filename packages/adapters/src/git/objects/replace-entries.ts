import { objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

type NewSide = { path: string; newMode: string; newId: string };

const ABSENT = "000000";

/** Writes the new side of entries into an index and returns the resulting tree. */
export async function replaceEntries(
  mirror: MirrorDirectory,
  variables: { GIT_INDEX_FILE: string },
  entries: readonly NewSide[],
): Promise<string> {
  const removed = entries.filter(({ newMode }) => newMode === ABSENT);
  const written = entries.filter(({ newMode }) => newMode !== ABSENT);
  const lines = [...removed, ...written].map(
    ({ newMode, newId, path }) => `${newMode} ${objectId(newId)}\t${path}\0`,
  );
  if (lines.length > 0) {
    await mirror.run(["update-index", "-z", "--index-info"], { variables, input: lines.join("") });
  }
  const { output } = await mirror.run(["write-tree"], { variables });
  return objectId(output.toString("latin1").trimEnd());
}
