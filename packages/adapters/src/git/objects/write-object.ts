import { randomUUID } from "node:crypto";
import { rmSync, utimesSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { CountersignError } from "@countersign/core";
import {
  hashObject,
  type ObjectType,
  objectHeader,
  type StoredObject,
} from "../format/object-bytes.ts";
import { createFile } from "../paths/create-file.ts";
import { withFolder } from "../paths/open-folder.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { readLoose } from "./read-loose.ts";
import { cacheObject, requireIntact } from "./read-objects.ts";

const TRIES = 10;

/**
 * Writes an object into a store atomically, as a loose file like git's.
 *
 * An existing file with the same object is kept and its age is reset, so that maintenance does not remove it.
 */
export async function writeObject(
  store: string,
  object: StoredObject,
  digits: number,
): Promise<string> {
  const id = hashObject(object, digits);
  const now = new Date();
  for (let tries = 1; ; tries += 1) {
    try {
      await withFolder(store, { folder: id.slice(0, 2), make: true }, async (at) => {
        const place = at(id.slice(2));
        if ((await readLoose(store, id)) !== null) return utimesSync(place, now, now);
        await writeFile(at(`tmp_obj_${randomUUID()}`), place, object);
      });
      return id;
    } catch (error) {
      if (tries === TRIES || !isSweptAway(error)) throw error;
    }
  }
}

/**
 * Writes objects into the mirror at once, and lets git read each one again. No ref names them yet, so
 * their order does not matter.
 *
 * Git recomputes every id with a hash that detects collision attacks, which ours does not.
 */
export async function writeObjects(
  mirror: MirrorDirectory,
  objects: readonly StoredObject[],
  digits: number,
): Promise<void> {
  const store = join(mirror.path, "objects");
  const written = await Promise.all(
    objects.map(async (object) => ({ object, id: await writeObject(store, object, digits) })),
  );
  await requireIntact(
    mirror,
    written.map(({ id, object: { type } }) => ({ id, type })),
  );
  for (const { id, object } of written) cacheObject(mirror, id, object);
}

/** Compressed objects by their bytes: what is written into the mirror is often copied into a repository next. */
const compressed = new WeakMap<Buffer, { type: ObjectType; packed: Buffer }>();

function compress(object: StoredObject): Buffer {
  const { type, bytes } = object;
  const known = compressed.get(bytes);
  if (known?.type === type) return known.packed;
  const whole = Buffer.concat([Buffer.from(objectHeader(object)), bytes]);
  const packed = deflateSync(whole, { level: 1 });
  compressed.set(bytes, { type, packed });
  return packed;
}

async function writeFile(draft: Buffer, place: Buffer, object: StoredObject): Promise<void> {
  try {
    await createFile(draft, compress(object), 0o444);
    await rename(draft, place);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns true if maintenance removed the empty folder between its creation and its use. */
function isSweptAway(error: unknown): boolean {
  if (error instanceof CountersignError) return error.code === "invalid_input";
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
