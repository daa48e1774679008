import { CountersignError } from "@countersign/core";
import type { CheckoutOptions } from "@countersign/engine";
import { type BytePath, foldersAbove, isSafePath } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { type Listing, listTree, type TreeFile } from "./list-tree.ts";

/** The files of a tree, and those whose content the caller provides. */
export type CheckoutListing = { listing: Listing; written: ReadonlyMap<BytePath, Buffer> };

/**
 * Lists a tree with the changes that a checkout requests.
 *
 * Added files win: a file or link of the tree at a conflicting path is left out.
 */
export async function listCheckoutTree(
  mirror: MirrorDirectory,
  tree: string,
  { from, write, withoutFolders = [] }: CheckoutOptions,
): Promise<CheckoutListing> {
  const listing = new Map(await listTree(mirror, tree));
  const other: Listing = from === undefined ? new Map() : await listTree(mirror, from.tree);
  const put = new Map<BytePath, TreeFile>();
  for (const path of (from?.paths ?? []).map(toBytePath)) {
    listing.delete(path);
    const file = other.get(path);
    if (file !== undefined) put.set(path, file);
  }
  const written = new Map<BytePath, Buffer>();
  for (const [path, bytes] of write ?? []) written.set(toBytePath(path), Buffer.from(bytes));
  clearWay(written, [...put.keys()]);
  clearWay(listing, [...put.keys(), ...written.keys()]);
  for (const [path, file] of put) listing.set(path, file);
  const left = new Set(withoutFolders);
  for (const path of listing.keys())
    if (path.split("/").some((name) => left.has(name))) listing.delete(path);
  return { listing, written };
}

/** Converts a requested path to bytes. Refuses a path that leaves its folder. */
function toBytePath(path: string): BytePath {
  const bytes = Buffer.from(path).toString("latin1");
  if (isSafePath(bytes)) return bytes;
  throw new CountersignError("invalid_input", "A checkout cannot hold such a path");
}

/** Removes entries that cannot exist beside these paths. */
function clearWay(listing: Map<BytePath, unknown>, paths: readonly BytePath[]): void {
  if (paths.length === 0) return;
  const files = new Set(paths);
  for (const path of paths) for (const above of foldersAbove(path)) listing.delete(above);
  for (const path of listing.keys()) {
    if (files.has(path) || foldersAbove(path).some((above) => files.has(above)))
      listing.delete(path);
  }
}
