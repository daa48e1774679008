import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** Git's own bookkeeping changes whenever somebody looks; its hooks and settings do not. */
const SKIPPED = /(?:^|\/)\.git\/(?!hooks(?:\/|$)|config$)/;

/** Every file, folder and link below a folder: what it is, its permissions and its bytes. */
export async function snapshot(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(root, { recursive: true })).toSorted()) {
    if (SKIPPED.test(name)) continue;
    found[name] = await describe(join(root, name));
  }
  return found;
}

async function describe(path: string): Promise<string> {
  const stat = await lstat(path);
  const permissions = (stat.mode & 0o7777).toString(8);
  if (stat.isSymbolicLink()) return `link to ${await readlink(path)}`;
  if (stat.isDirectory()) return `folder ${permissions}`;
  const digest = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  return `file ${permissions} ${digest}`;
}
