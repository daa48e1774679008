import { CountersignError } from "@countersign/core";
import { objectId } from "../paths/names.ts";
import { type MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";
import { resolveTree } from "./read-objects.ts";
import { replaceEntries } from "./replace-entries.ts";

const PLAIN_NAME = /^[A-Za-z0-9][\w.-]{0,100}$/;

/** Creates the tree of a commit or tree with one plain file added at its top. */
export async function addFile(
  mirror: MirrorDirectory,
  treeish: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<string> {
  if (!PLAIN_NAME.test(name)) throw new CountersignError("invalid_input", "A plain name is needed");
  const tree = await resolveTree(mirror, treeish);
  const { output } = await mirror.run(["hash-object", "-w", "--stdin", "--no-filters"], {
    input: bytes,
  });
  const newId = objectId(output.toString("latin1").trimEnd());
  return await withPrivateIndex(mirror, async (variables) => {
    await mirror.run(["read-tree", objectId(tree)], { variables });
    return await replaceEntries(mirror, variables, [{ path: name, newMode: "100644", newId }]);
  });
}
