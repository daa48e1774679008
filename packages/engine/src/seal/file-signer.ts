import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { readFileSync } from "node:fs";
import { link, mkdir, open, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CountersignError } from "@countersign/core";
import { publicKeyId } from "../ports/seal-body.ts";
import type { Signer, SigningKey } from "../ports/signer.ts";

/** Stores the keys of one name in files that only their owner can read. Creates the first key on demand. */
export function createFileSigner(directory: string, name: "seal-key" | "move-key"): Signer {
  const current = join(directory, `${name}.pem`);
  const next = join(directory, `${name}.next.pem`);
  let parsed: { pem: string; key: SigningKey } | null = null;
  /** Reads the file each time, because another process may have replaced the key. */
  const read = (file: string): SigningKey | null => {
    const pem = readPem(file);
    if (pem === null) return null;
    if (parsed?.pem !== pem) parsed = { pem, key: toSigningKey(createPrivateKey(pem)) };
    return parsed.key;
  };
  const readOrMake = async (file: string): Promise<SigningKey> => {
    const known = read(file);
    if (known !== null) return known;
    await make(file);
    const made = read(file);
    if (made === null)
      throw new CountersignError("internal", "The key that was just created is gone");
    return made;
  };
  return {
    current: () => readOrMake(current),
    async find(id) {
      // The next key may become the current one between two reads.
      for (const file of [current, next, current]) {
        const key = read(file);
        if (key?.id === id) return key;
      }
      return null;
    },
    prepareNext: () => readOrMake(next),
    async promote(id) {
      if (read(next)?.id !== id) return;
      await rename(next, current);
      await syncDirectory(directory);
    },
  };
}

function readPem(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
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
