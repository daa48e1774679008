import { createHash } from "node:crypto";

/** An object as git stores it: its kind and its bytes. */
export type StoredObject = { type: ObjectType; bytes: Buffer };

export type ObjectType = "blob" | "tree" | "commit";

/** Git's id is the hash of the kind, the length and the bytes; its length says which hash. */
export function idOf({ type, bytes }: StoredObject, digits: number): string {
  return createHash(digits === 64 ? "sha256" : "sha1")
    .update(headOf({ type, bytes }))
    .update(bytes)
    .digest("hex");
}

export function headOf({ type, bytes }: StoredObject): string {
  return `${type} ${bytes.length}\0`;
}
