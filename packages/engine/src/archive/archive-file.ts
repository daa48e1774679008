import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { CountersignError } from "@countersign/core";
import { damagedArchive } from "./archive-format.ts";

/**
 * Writes compressed lines to a new file that only its owner can read. The file gets its name after all data is on the
 * disk, and never replaces another file.
 */
export async function saveArchive(file: string, lines: AsyncIterable<string>): Promise<void> {
  const draft = `${file}.part`;
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(draft, { force: true }); // of an interrupted run
  try {
    const target = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(Readable.from(lines), createGzip(), target);
    await link(draft, file).catch(explainExisting);
    await syncFolder(folder);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Makes the file's name durable. Some systems cannot sync a folder; there the name is durable already. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the SHA-256 of all bytes of a file. */
export async function hashArchive(file: string): Promise<string> {
  const digest = createHash("sha256");
  try {
    for await (const chunk of createReadStream(file)) digest.update(chunk);
  } catch (error) {
    throw new CountersignError("not_found", `${file} cannot be read`, { cause: error });
  }
  return digest.digest("hex");
}

/** Yields the lines of an archive. */
export async function* readArchive(file: string): AsyncGenerator<string, void, void> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip()).setEncoding("utf8");
  source.once("error", (error) => text.destroy(error));
  let rest = "";
  try {
    for await (const chunk of text) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    throw damagedArchive("it is not a complete compressed file", error);
  } finally {
    source.destroy();
  }
  if (rest !== "") yield rest;
}

function explainExisting(error: NodeJS.ErrnoException): never {
  if (error.code === "EEXIST")
    throw new CountersignError("wrong_state", `${error.path} already exists`, {
      hint: "Name another file.",
    });
  throw error;
}
