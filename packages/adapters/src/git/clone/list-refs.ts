import { join } from "node:path";
import { inspectPath, listFolder } from "../paths/inspect-path.ts";
import { isObjectId, isRefPath } from "../paths/names.ts";
import { readPackedRefs } from "../refs/packed-refs.ts";
import { readRefFile } from "../refs/read-ref-file.ts";

const MAX_REF = 4_096;
const MAX_DEPTH = 40;

/**
 * Lists the refs below a folder such as `refs/countersign/` with their objects. Leaves out aliases of other refs.
 * Follows no link.
 */
export async function listRefs(common: string, prefix: string): Promise<Map<string, string>> {
  const refs = new Map<string, string>();
  for (const [name, id] of await readPackedRefs(common)) {
    const text = Buffer.from(name, "latin1").toString("utf8");
    if (text.startsWith(prefix)) refs.set(text, id);
  }
  for (const [name, id] of await readLooseRefs(common, prefix.replace(/\/$/, ""), 0))
    refs.set(name, id);
  return refs;
}

async function readLooseRefs(
  common: string,
  folder: string,
  depth: number,
): Promise<[string, string][]> {
  const path = join(common, folder);
  if (depth > MAX_DEPTH || inspectPath(path)?.isDirectory() !== true) return [];
  const found: [string, string][] = [];
  for (const entry of listFolder(path)) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await readLooseRefs(common, name, depth + 1)));
    if (!entry.isFile() || !isRefPath(name)) continue;
    const id = (await readRefFile(join(common, name), MAX_REF, name))?.trimEnd() ?? "";
    if (isObjectId(id)) found.push([name, id]);
  }
  return found;
}
