import { Buffer } from "node:buffer";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { Mirror } from "../../ports/mirror.ts";
import { redactText } from "./redact-text.ts";

export type TreeCopy = {
  /** Number of files in which a credential was replaced by its name. */
  redacted: number;
  /** Number of missing files, which are too large to search for credentials. */
  leftOut: number;
};

const MAX_READ_BYTES = 8 * 1024 * 1024;
const SEPARATOR = Buffer.from("/");

/** Writes a tree into an empty directory, with credentials redacted. */
export async function copyTree(
  mirror: Pick<Mirror, "checkout">,
  { repo, tree }: { repo: string; tree: string },
  directory: string,
): Promise<TreeCopy> {
  const { skipped } = await mirror.checkout(repo, tree, directory);
  const copy = { redacted: 0, leftOut: skipped.length };
  for await (const path of filesIn(Buffer.from(directory))) {
    const done = await clean(path);
    if (done !== null) copy[done] += 1;
  }
  return copy;
}

/** Redacts bytes, so that everything else stays unchanged in any encoding. */
async function clean(path: Buffer): Promise<keyof TreeCopy | null> {
  const { size } = await stat(path);
  if (size > MAX_READ_BYTES) {
    await rm(path);
    return "leftOut";
  }
  const { text, count } = redactText((await readFile(path)).toString("latin1"));
  if (count === 0) return null;
  await writeFile(path, Buffer.from(text, "latin1"));
  return "redacted";
}

/** Yields plain files. Links are skipped: they point to one of these files or to nothing. Names are raw bytes. */
async function* filesIn(directory: Buffer): AsyncGenerator<Buffer> {
  const entries = await readdir(directory, { withFileTypes: true, encoding: "buffer" });
  for (const entry of entries) {
    const path = Buffer.concat([directory, SEPARATOR, entry.name]);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}
