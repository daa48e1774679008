import { createHash } from "node:crypto";

/** A git object: its type and its bytes. */
export type StoredObject = { type: ObjectType; bytes: Buffer };

export type ObjectType = "blob" | "tree" | "commit";

/**
 * Computes the id of an object: the hash of its type, length and bytes. The length of an id selects
 * the hash.
 */
export function hashObject(
  { type, bytes }: { type: ObjectType | "tag"; bytes: Buffer },
  digits: number,
): string {
  return createHash(digits === 64 ? "sha256" : "sha1")
    .update(objectHeader({ type, bytes }))
    .update(bytes)
    .digest("hex");
}

export function objectHeader({ type, bytes }: { type: string; bytes: Buffer }): string {
  return `${type} ${bytes.length}\0`;
}
