import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { link, mkdir, open, readFile, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CountersignError } from "@countersign/core";
import { publicKeyId } from "../ports/seal-body.ts";
import type { Signer, SigningKey } from "../ports/signer.ts";

/** Stores the keys of one name in files that only their owner can read. Creates the first key on demand. */
export function createFileSigner(directory: string, name: "seal-key" | "move-key"): Signer {
  const current = join(directory, `${name}.pem`);
  const next = join(directory, `${name}.next.pem`);
  return {
    current: () => readOrMake(current),
    async find(id) {
      // The next key may become the current one between two reads.
      for (const file of [current, next, current]) {
        const key = await read(file);
        if (key?.id === id) return key;
      }
      return null;
    },
    prepareNext: () => readOrMake(next),
    async promote(id) {
      if ((await read(next))?.id !== id) return;
      await rename(next, current);
      await syncDirectory(directory);
    },
  };
}

async function readOrMake(file: string): Promise<SigningKey> {
  const known = await read(file);
  if (known !== null) return known;
  await make(file);
  const made = await read(file);
  if (made === null)
    throw new CountersignError("internal", "The key that was just created is gone");
  return made;
}

async function read(file: string): Promise<SigningKey | null> {
  const pem = await readFile(file, "utf8").catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
  return pem === null ? null : toSigningKey(createPrivateKey(pem));
}

function toSigningKey(key: KeyObject): SigningKey {
  const publicKey = createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
  return {
    id: publicKeyId(publicKey),
    publicKey,
    sign: async (bytes) => sign(null, bytes, key),
  };
}

/** Creates the key file, unless another process created it first. */
async function make(file: string): Promise<void> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  const directory = dirname(file);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${toSigningKey(privateKey).id}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(pem);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    await unlink(draft);
  }
  await syncDirectory(directory);
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
