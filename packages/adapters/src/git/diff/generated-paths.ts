import { findFolder } from "../objects/read-blob.ts";
import { readObject, readObjectInfo, readTree, resolveTree } from "../objects/read-objects.ts";
import { foldersAbove } from "../paths/byte-path.ts";
import { objectId } from "../paths/names.ts";
import { type MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";
import { decodePath } from "./diff-entries.ts";

const ATTRIBUTE = "linguist-generated";
const FILE = ".gitattributes";
const MAX_BYTES = 1024 * 1024;

/** Which paths the attributes of the trusted side call generated; those of the change have no say. */
export async function listGeneratedPaths(
  mirror: MirrorDirectory,
  base: string,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0 || !(await isSpokenOf(mirror, base, paths))) return [];
  const output = await withPrivateIndex(mirror, async (variables) => {
    await mirror.run(["read-tree", objectId(base)], { variables });
    const asked = await mirror.run(["check-attr", "--cached", "-z", "--stdin", ATTRIBUTE], {
      variables,
      input: paths.map((path) => `${path}\0`).join(""),
    });
    return asked.output;
  });
  const fields = decodePath(output).split("\0");
  const generated: string[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path, , value] = fields.slice(at, at + 3);
    if (path !== undefined && (value === "set" || value === "true")) generated.push(path);
  }
  return generated;
}

/** Whether any file of attributes that these paths could have says something of the attribute. */
async function isSpokenOf(
  mirror: MirrorDirectory,
  base: string,
  paths: readonly string[],
): Promise<boolean> {
  const root = await resolveTree(mirror, base);
  const folders = new Set([
    "",
    ...paths.flatMap((path) => foldersAbove(Buffer.from(path).toString("latin1"))),
  ]);
  const files: string[] = [];
  for (const folder of folders) {
    const tree = await findFolder(mirror, root, folder);
    const entry = tree === null ? undefined : (await readTree(mirror, tree)).get(FILE);
    if (entry !== undefined) files.push(entry.id);
  }
  for (const info of await readObjectInfo(mirror, files)) {
    if (info?.type !== "blob" || info.size > MAX_BYTES) return true;
    if ((await readObject(mirror, info)).includes(ATTRIBUTE)) return true;
  }
  return false;
}
