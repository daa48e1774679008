import { CountersignError, parseRawDiff, type RawEntry } from "@countersign/core";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { objectId } from "./names.ts";

/** Two trees, or commits that stand for theirs. */
export type Trees = { from: string; to: string };

/** Settings of the repository must neither hide a change nor show it by a program. */
const PLAIN = ["--no-ext-diff", "--no-textconv", "--no-color", "--no-relative"] as const;

const NO_ID = /^0+$/;
const SUBMODULE = "160000";

/** The changed paths. `renames` are looked for by content unless only equal blobs may be paired. */
export async function diffEntries(
  mirror: MirrorDirectory,
  { from, to }: Trees,
  renames: "none" | "equal" | "similar",
): Promise<RawEntry[]> {
  const { output } = await mirror.run([
    "diff-tree",
    "-r",
    "--raw",
    "-z",
    "--numstat",
    "--no-abbrev",
    ...PLAIN,
    ...renameOptions(renames),
    "--end-of-options",
    objectId(from),
    objectId(to),
  ]);
  return parseRawDiff(asText(output));
}

/** The patch between two trees, byte for byte; NUL bytes and long lines are shown like any other. */
export async function diffPatch(
  mirror: MirrorDirectory,
  { from, to }: Trees,
  { renames, maxOutput }: { renames: "none" | "equal" | "similar"; maxOutput: number },
): Promise<Buffer> {
  const { output } = await mirror.run(
    [
      "diff-tree",
      "-r",
      "-p",
      "--text",
      "--binary",
      "--full-index",
      ...PLAIN,
      ...renameOptions(renames),
      "--end-of-options",
      objectId(from),
      objectId(to),
    ],
    { maxOutput },
  );
  return output;
}

function renameOptions(renames: "none" | "equal" | "similar"): string[] {
  if (renames === "none") return ["--no-renames"];
  return renames === "equal" ? ["-M100%"] : ["-M"];
}

/** The size of each blob, asked before any is read. Absent sides and submodules have none. */
export async function blobSizes(
  mirror: MirrorDirectory,
  entries: readonly RawEntry[],
): Promise<Map<string, number>> {
  const ids = new Set(
    entries.flatMap(({ oldId, newId, oldMode, newMode }) => [
      ...(oldMode === SUBMODULE ? [] : [oldId]),
      ...(newMode === SUBMODULE ? [] : [newId]),
    ]),
  );
  const asked = [...ids].filter((id) => !NO_ID.test(id)).map(objectId);
  const { output } = await mirror.run(["cat-file", "--batch-check=%(objectname) %(objectsize)"], {
    input: asked.map((id) => `${id}\n`).join(""),
  });
  const lines = output.toString("latin1").split("\n").filter(Boolean);
  return new Map(lines.map(sizeLine));
}

function sizeLine(line: string): [string, number] {
  const [id, size] = line.split(" ");
  if (id === undefined || size === undefined || !/^[0-9]{1,15}$/.test(size)) {
    throw new CountersignError("upstream_failed", "The mirror misses an object");
  }
  return [id, Number(size)];
}

/** Paths that are not text are refused, since two of them could look the same. */
export function asText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CountersignError("invalid_input", "A path of the change is not text", { cause });
  }
}
