import { findFolder } from "../objects/read-blob.ts";
import { readObject, readObjectInfo, readTree, resolveTree } from "../objects/read-objects.ts";
import { type BytePath, foldersAbove } from "../paths/byte-path.ts";
import { objectId } from "../paths/names.ts";
import { type MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";
import { decodePath } from "./diff-entries.ts";
import { type AttributeFile, attributeOf, parseAttributeFile } from "./git-attributes.ts";

const ATTRIBUTE = "linguist-generated";
const FILE = ".gitattributes";
const MAX_BYTES = 1024 * 1024;

/** An attributes file of the trusted side. Null as text: too large to read here. */
type FoundFile = { folder: BytePath; text: string | null };

/**
 * Lists the paths that attributes of the trusted side mark as generated. Ignores attributes of the
 * change.
 */
export async function listGeneratedPaths(
  mirror: MirrorDirectory,
  base: string,
  paths: readonly string[],
): Promise<string[]> {
  const found = await readAttributeFiles(mirror, base, paths);
  if (!found.some(({ text }) => text === null || text.includes(ATTRIBUTE))) return [];
  if (!mirror.isBorrowed) return await askGit(mirror, base, paths);
  const files = found.map(({ folder, text }) => parseAttributeFile(folder, text ?? ""));
  return paths.filter((path) => isGenerated(files, path));
}

function isGenerated(files: readonly AttributeFile[], path: string): boolean {
  const value = attributeOf(files, Buffer.from(path).toString("latin1"), ATTRIBUTE);
  return value === true || value === "true";
}

async function askGit(
  mirror: MirrorDirectory,
  base: string,
  paths: readonly string[],
): Promise<string[]> {
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

/** Reads the attributes files that apply to these paths, outermost first. */
async function readAttributeFiles(
  mirror: MirrorDirectory,
  base: string,
  paths: readonly string[],
): Promise<FoundFile[]> {
  if (paths.length === 0) return [];
  const root = await resolveTree(mirror, base);
  const folders = new Set([
    "",
    ...paths.flatMap((path) => foldersAbove(Buffer.from(path).toString("latin1"))),
  ]);
  const files: FoundFile[] = [];
  for (const folder of folders) {
    const tree = await findFolder(mirror, root, folder);
    const entry = tree === null ? undefined : (await readTree(mirror, tree)).get(FILE);
    if (entry === undefined) continue;
    const [info] = await readObjectInfo(mirror, [entry.id]);
    const isReadable = info?.type === "blob" && info.size <= MAX_BYTES;
    const text = isReadable ? (await readObject(mirror, info)).toString("latin1") : null;
    files.push({ folder, text });
  }
  return files.toSorted((one, other) => one.folder.length - other.folder.length);
}
