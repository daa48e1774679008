import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { ObjectType, StoredObject } from "./object-bytes.ts";

const KINDS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3 };

/** Encodes objects as a git pack. */
export function packBytes(objects: readonly StoredObject[], digits: number): Buffer {
  const head = Buffer.alloc(12);
  head.write("PACK", "latin1");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [head];
  for (const object of objects) {
    parts.push(entryHead(object), deflateSync(object.bytes, { level: 1 }));
  }
  const body = Buffer.concat(parts);
  const hash = createHash(digits === 64 ? "sha256" : "sha1");
  return Buffer.concat([body, hash.update(body).digest()]);
}

/** Encodes type and length: four bits in the first byte, then seven per byte, lowest first. */
function entryHead({ type, bytes }: StoredObject): Buffer {
  const head: number[] = [];
  let rest = Math.floor(bytes.length / 16);
  let byte = KINDS[type] * 16 + (bytes.length % 16);
  while (rest > 0) {
    head.push(byte + 128);
    byte = rest % 128;
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...head, byte]);
}
