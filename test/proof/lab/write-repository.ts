import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { GitObject, ObjectStore } from "./object-store.ts";

const KINDS = { commit: 1, tree: 2, blob: 3 } as const;

/** Writes a bare repository with one pack and packed refs, without starting git. */
export function writeRepository(
  folder: string,
  store: ObjectStore,
  refs: ReadonlyMap<string, string>,
): void {
  for (const name of ["objects/pack", "objects/info", "refs/heads"])
    mkdirSync(join(folder, name), { recursive: true });
  const isSha1 = store.format === "sha1";
  const extension = isSha1 ? "" : "[extensions]\n\tobjectformat = sha256\n";
  const version = isSha1 ? 0 : 1;
  writeFileSync(
    join(folder, "config"),
    `[core]\n\trepositoryformatversion = ${version}\n\tbare = true\n${extension}`,
  );
  writeFileSync(join(folder, "HEAD"), "ref: refs/heads/main\n");
  const sorted = [...refs].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(([name, id]) => `${id} ${name}\n`).join("");
  writeFileSync(
    join(folder, "packed-refs"),
    `# pack-refs with: peeled fully-peeled sorted \n${lines}`,
  );
  writePack(join(folder, "objects/pack"), store);
}

function writePack(folder: string, { objects, format }: ObjectStore): void {
  const head = Buffer.alloc(12);
  head.write("PACK");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.size, 8);
  let offset = head.length;
  const entries = [...objects].map(([id, object]) => {
    const bytes = Buffer.concat([entryHead(object), deflateSync(object.bytes, { level: 1 })]);
    const entry = { id, bytes, offset };
    offset += bytes.length;
    return entry;
  });
  const body = Buffer.concat([head, ...entries.map(({ bytes }) => bytes)]);
  const sum = createHash(format).update(body).digest();
  const sorted = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const index = indexBytes(sorted, sum, format);
  const name = `pack-${sum.toString("hex")}`;
  writeFileSync(join(folder, `${name}.pack`), Buffer.concat([body, sum]));
  writeFileSync(join(folder, `${name}.idx`), index);
}

type PackEntry = { id: string; bytes: Buffer; offset: number };

function indexBytes(sorted: readonly PackEntry[], sum: Buffer, format: string): Buffer {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const { id } of sorted) {
    const first = Number.parseInt(id.slice(0, 2), 16);
    counts[first] = (counts[first] ?? 0) + 1;
  }
  let total = 0;
  const fanout = counts.map((count) => {
    total += count;
    return total;
  });
  const body = Buffer.concat([
    Buffer.from("ff744f6300000002", "hex"),
    numbers(fanout),
    Buffer.from(sorted.map(({ id }) => id).join(""), "hex"),
    numbers(sorted.map(({ bytes }) => crc32(bytes))),
    numbers(sorted.map(({ offset }) => offset)),
    sum,
  ]);
  return Buffer.concat([body, createHash(format).update(body).digest()]);
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}

/** Type and length: four bits in the first byte, then seven per byte, lowest first. */
function entryHead({ type, bytes }: GitObject): Buffer {
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
