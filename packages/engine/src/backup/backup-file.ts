import { createReadStream } from "node:fs";
import { link, mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { CountersignError } from "@countersign/core";

/**
 * Writes a backup to a new file that only its owner can read, and returns its size in bytes.
 *
 * The file gets its name after all data is on the disk, and never replaces another file.
 */
export async function saveBackup(file: string, lines: AsyncIterable<string>): Promise<number> {
  const draft = `${file}.part`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(draft, "wx", 0o600).catch(explain);
  let bytes = 0;
  try {
    for await (const line of lines) bytes += (await handle.write(line)).bytesWritten;
    await handle.sync();
    await link(draft, file).catch(explain);
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
  return bytes;
}

/** Yields the lines of a backup. */
export async function* readBackup(file: string): AsyncGenerator<string, void, void> {
  const handle = createReadStream(file, { encoding: "utf8" });
  await new Promise<void>((resolve, reject) => {
    handle.once("open", () => resolve());
    handle.once("error", (error) => {
      reject(new CountersignError("not_found", `${file} cannot be read`, { cause: error }));
    });
  });
  yield* createInterface({ input: handle, crlfDelay: Number.POSITIVE_INFINITY });
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code === "EEXIST")
    throw new CountersignError("wrong_state", `${error.path} already exists`, {
      hint: "Name another file.",
    });
  throw error;
}
