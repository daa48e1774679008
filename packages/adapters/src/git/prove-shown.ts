import { CountersignError } from "@countersign/core";
import type { ShownDiff } from "@countersign/engine";
import type { Trees } from "./diff-entries.ts";
import { treeOf } from "./fetch.ts";
import { type MirrorDirectory, withPrivateIndex } from "./mirror-directory.ts";
import { objectId } from "./names.ts";
import { replaceEntries } from "./replace-entries.ts";

/** Applies what is shown and what is listed to the first tree, and refuses if that is not the second. */
export async function proveShown(
  mirror: MirrorDirectory,
  { from, to }: Trees,
  shown: Pick<ShownDiff, "patch" | "unshown">,
): Promise<void> {
  const expected = await treeOf(mirror, to);
  const made = await withPrivateIndex(mirror, async (variables) => {
    await mirror.run(["read-tree", objectId(from)], { variables });
    if (shown.patch.length > 0) await apply(mirror, variables, shown.patch);
    return await replaceEntries(mirror, variables, shown.unshown);
  });
  if (made !== expected) {
    throw new CountersignError("invalid_input", "The change cannot be shown as it is", {
      hint: "Its trees were not written by git; commit the work again",
    });
  }
}

async function apply(
  mirror: MirrorDirectory,
  variables: { GIT_INDEX_FILE: string },
  patch: Uint8Array,
): Promise<void> {
  await mirror.run(["apply", "--cached", "--whitespace=nowarn", "-"], { variables, input: patch });
}
