import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

export type PageFile = { contentType: string; bytes: Uint8Array<ArrayBuffer> };

/** The files of a build by their address, such as `/assets/index-Bx3.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

/** Addresses of files need no encoding, so an encoded address never names one. */
const PLAIN_NAME = /^(?:\/[\w@~+-][\w.@~+-]*)+$/;

/**
 * Reads every file of a build into memory, once. A request then selects a file by its exact address
 * and never causes a read from the disk. Symbolic links, hidden files and files of other types are
 * left out. Without the directory there are no files.
 */
export function loadPages(directory: string): PageFiles {
  return new Map(existsSync(directory) ? listFiles(directory, "") : []);
}

/** Follows no symbolic link, unlike the recursive mode of `readdirSync`. */
function listFiles(directory: string, parent: string): [string, PageFile][] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    const address = `${parent}/${entry.name}`;
    if (!PLAIN_NAME.test(address)) return [];
    if (entry.isDirectory()) return listFiles(path, address);
    const contentType = CONTENT_TYPES[extname(entry.name)];
    if (contentType === undefined || !entry.isFile()) return [];
    return [[address, { contentType, bytes: new Uint8Array(readFileSync(path)) }]];
  });
}
