import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";

/*
 * These calls are synchronous: on a local disk each takes a few microseconds, and an asynchronous call costs
 * more than ten times as much of the main thread.
 */

/** Resolves all links of a path; null if it does not exist. */
export function realPath(path: string): string | null {
  return attempt(() => realpathSync.native(path));
}

/** Describes a path without following a link; null if there is nothing. */
export function inspectPath(path: string): Stats | null {
  return attempt(() => lstatSync(path, { throwIfNoEntry: false })) ?? null;
}

/** Lists the entries of a folder; none if it does not exist. */
export function listFolder(path: string): Dirent[] {
  return attempt(() => readdirSync(path, { withFileTypes: true })) ?? [];
}

function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}
