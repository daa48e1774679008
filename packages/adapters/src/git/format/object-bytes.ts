import { createHash } from "node:crypto";

/** An object as git stores it: its kind and its bytes. */
export type StoredObject = { type: ObjectType; bytes: Buffer };

export type ObjectType = "blob" | "tree" | "commit";

/** Git's id is the hash of the kind, the length and the bytes; its length says which hash. */
export function hashObject({ type, bytes }: StoredObject, digits: number): string {
  return createHash(digits === 64 ? "sha256" : "sha1")
    .update(objectHeader({ type, bytes }))
    .update(bytes)
    .digest("hex");
}

export function objectHeader({ type, bytes }: StoredObject): string {
  return `${type} ${bytes.length}\0`;
}
