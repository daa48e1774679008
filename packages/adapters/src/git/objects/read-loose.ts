import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { hashObject, type ObjectType, type StoredObject } from "../format/object-bytes.ts";
import { readFileIf } from "../paths/read-small-file.ts";

const MAX_BYTES = 16 * 1024 * 1024;
const HEAD = /^(blob|tree|commit) (0|[1-9][0-9]{0,8})\0/;
const MAX_HEAD = 32;

/**
 * Reads a loose object; null if it is missing or large.
 *
 * The store is untrusted: an object whose bytes do not match its id counts as missing.
 */
export async function readLoose(store: string, id: string): Promise<StoredObject | null> {
  const packed = readPacked(join(store, id.slice(0, 2), id.slice(2)));
  const whole = packed === null ? null : inflate(packed);
  if (whole === null) return null;
  const [head, type, size] = HEAD.exec(whole.toString("latin1", 0, MAX_HEAD)) ?? [];
  if (head === undefined || !isType(type)) return null;
  const object = { type, bytes: whole.subarray(head.length) };
  const isIt = object.bytes.length === Number(size) && hashObject(object, id.length) === id;
  return isIt ? object : null;
}

function readPacked(path: string): Buffer | null {
  try {
    return readFileIf(path, (stats) => stats.isFile() && stats.size <= MAX_BYTES);
  } catch {
    return null;
  }
}

function inflate(packed: Buffer): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_BYTES });
  } catch {
    return null;
  }
}

function isType(type: string | undefined): type is ObjectType {
  return type === "blob" || type === "tree" || type === "commit";
}
