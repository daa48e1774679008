import { mkdir, readdir, realpath } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { CountersignError } from "@countersign/core";
import type { CheckoutOptions, CheckoutResult } from "@countersign/engine";
import { listCheckoutTree } from "../objects/list-checkout-tree.ts";
import { LINK, type Listing, SUBMODULE, type TreeFile } from "../objects/list-tree.ts";
import { readBlobs } from "../objects/read-blobs.ts";
import { type BytePath, displayPath, foldersAbove } from "../paths/byte-path.ts";
import { createLinkGuard } from "../paths/link-target.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { pathBelow } from "./exact-files.ts";
import { createTreeFile } from "./write-files.ts";

type SkippedEntry = CheckoutResult["skipped"][number];

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 2 * 1024 * 1024 * 1024;
const MAX_FILES = 200_000;
const MAX_LINK_BYTES = 4_096;
const AT_ONCE = 64;
const PLAIN = "100644";

/**
 * Writes the files of a tree into an empty directory, byte for byte and without any settings.
 *
 * Writes links last, so that no file is written through one.
 */
export async function checkOut(
  mirror: MirrorDirectory,
  tree: string,
  directory: string,
  options: CheckoutOptions = {},
): Promise<CheckoutResult> {
  const { listing, written: own } = await listCheckoutTree(mirror, tree, options);
  const skipped = new Map<BytePath, SkippedEntry["why"]>();
  for (const [path, file] of listing) {
    const why = tooMuch(file);
    if (why !== null) skipped.set(path, why);
  }
  const wanted = new Map([...listing].filter(([path]) => !skipped.has(path)));
  const bytes = requireBounds(wanted);
  const root = await openEmpty(directory);
  await makeFolders(root, [...wanted.keys(), ...own.keys()]);
  for (const [path, file] of own)
    await createTreeFile(pathBelow(root, path), PLAIN, file).catch(clash);
  const links = await writePlain(mirror, root, wanted);
  const written = await writeLinks(root, links);
  for (const [path] of links) if (!written.has(path)) skipped.set(path, "outside_link");
  const unwritten = [...links].filter(([path]) => !written.has(path));
  return {
    files: wanted.size + own.size - unwritten.length,
    bytes: bytes - unwritten.reduce((sum, [, target]) => sum + target.length, 0),
    skipped: [...skipped].map(([path, why]) => ({ path: displayPath(path), why })),
  };
}

function tooMuch({ mode, size }: TreeFile): SkippedEntry["why"] | null {
  if (mode === SUBMODULE) return "submodule";
  if (mode === LINK && size > MAX_LINK_BYTES) return "outside_link";
  return size > MAX_FILE_BYTES ? "too_large" : null;
}

function requireBounds(wanted: Listing): number {
  const bytes = [...wanted.values()].reduce((sum, { size }) => sum + size, 0);
  if (wanted.size > MAX_FILES) {
    throw new CountersignError("too_large", `The tree has more than ${MAX_FILES} files`);
  }
  if (bytes > MAX_TOTAL_BYTES) {
    throw new CountersignError("too_large", "The files of the tree have more than 2 GB");
  }
  return bytes;
}

async function openEmpty(directory: string): Promise<string> {
  if (!isAbsolute(directory)) {
    throw new CountersignError("invalid_input", "A checkout needs an absolute directory");
  }
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const root = await realpath(directory);
  if ((await readdir(root)).length > 0) {
    throw new CountersignError("invalid_input", "A checkout needs an empty directory");
  }
  return root;
}

async function makeFolders(root: string, paths: Iterable<BytePath>): Promise<void> {
  const folders = new Set([...paths].flatMap(foldersAbove));
  for (const folder of folders) await mkdir(pathBelow(root, folder)).catch(clash);
}

/** Writes all files except links, and returns the targets of the links. */
async function writePlain(
  mirror: MirrorDirectory,
  root: string,
  wanted: Listing,
): Promise<Map<BytePath, BytePath>> {
  const paths = Map.groupBy(wanted.keys(), (path) => wanted.get(path)?.id ?? "");
  const links = new Map<BytePath, BytePath>();
  const write = async (path: BytePath, bytes: Buffer): Promise<void> => {
    const mode = wanted.get(path)?.mode ?? "";
    if (mode === LINK) links.set(path, bytes.toString("latin1"));
    else await createTreeFile(pathBelow(root, path), mode, bytes).catch(clash);
  };
  const writeAll = async (same: readonly BytePath[], bytes: Buffer): Promise<void> => {
    for (const path of same) await write(path, bytes);
  };
  let busy: Promise<void>[] = [];
  let busyBytes = 0;
  const settle = async (): Promise<void> => {
    const ended = await Promise.allSettled(busy);
    const failed = ended.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    busy = [];
    busyBytes = 0;
  };
  await readBlobs(mirror, [...paths.keys()], async (id, bytes) => {
    if (busy.length >= AT_ONCE || busyBytes + bytes.length > MAX_FILE_BYTES) await settle();
    busyBytes += bytes.length;
    const writing = writeAll(paths.get(id) ?? [], bytes);
    writing.catch(() => {}); // settle() reports it
    busy.push(writing);
  });
  await settle();
  return links;
}

async function writeLinks(
  root: string,
  links: ReadonlyMap<BytePath, BytePath>,
): Promise<Set<BytePath>> {
  const isInside = createLinkGuard(links);
  const written = new Set([...links.keys()].filter(isInside));
  for (const path of written) {
    const target = Buffer.from(links.get(path) ?? "", "latin1");
    await createTreeFile(pathBelow(root, path), LINK, target).catch(clash);
  }
  return written;
}

/** Explains an existing path: some file systems treat two names of a tree as one. */
function clash(error: NodeJS.ErrnoException): never {
  if (error.code !== "EEXIST") throw error;
  throw new CountersignError("invalid_input", "Two paths of the tree are one on this file system");
}
