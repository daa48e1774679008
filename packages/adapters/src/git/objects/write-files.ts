import { CountersignError } from "@countersign/core";
import { objectId } from "../paths/names.ts";
import { type MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";
import { resolveTree } from "./read-objects.ts";
import { replaceEntries } from "./replace-entries.ts";

const PLAIN_PATH = /^(?:\.?[A-Za-z0-9][\w.-]{0,100}\/)?[A-Za-z0-9][\w.-]{0,100}$/;

/** Creates the tree of a commit or tree with these plain files, at its top or one folder below. */
export async function writeFiles(
  mirror: MirrorDirectory,
  treeish: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<string> {
  for (const path of files.keys())
    if (!PLAIN_PATH.test(path) || path.toLowerCase().startsWith(".git"))
      throw new CountersignError("invalid_input", "A plain name is needed");
  const tree = await resolveTree(mirror, treeish);
  const entries = await Promise.all(
    [...files].map(async ([path, bytes]) => {
      const { output } = await mirror.run(["hash-object", "-w", "--stdin", "--no-filters"], {
        input: bytes,
      });
      return { path, newMode: "100644", newId: objectId(output.toString("latin1").trimEnd()) };
    }),
  );
  return await withPrivateIndex(mirror, async (variables) => {
    await mirror.run(["read-tree", objectId(tree)], { variables });
    return await replaceEntries(mirror, variables, entries);
  });
}
