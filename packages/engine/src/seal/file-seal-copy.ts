import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { Seal } from "../ports/seal-body.ts";
import type { SealCopy } from "../ports/seal-copy.ts";

/** Bytes to read from the end of the file, longer than any seal. */
const TAIL_BYTES = 65_536;

/**
 * Creates a copy with one file per organisation and one seal per line. Each seal is flushed to disk before it
 * counts.
 */
export function createFileSealCopy(directory: string): SealCopy {
  const sealFile = (org: string) => join(directory, `${org}.jsonl`);
  return {
    async last(org) {
      const handle = await open(sealFile(org), "r").catch(noFile);
      if (handle === null) return null;
      try {
        return lastSeal(await readTail(handle));
      } finally {
        await handle.close();
      }
    },
    async append(org, seal) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const handle = await open(sealFile(org), "a+", 0o600);
      try {
        const tail = await readTail(handle);
        // A line truncated by a crash stays as it is. The next seal starts on a new line.
        const gap = tail === "" || tail.endsWith("\n") ? "" : "\n";
        await handle.appendFile(`${gap}${JSON.stringify(seal)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}

async function readTail(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  const length = Math.min(size, TAIL_BYTES);
  const { buffer, bytesRead } = await handle.read({
    buffer: Buffer.alloc(length),
    position: size - length,
  });
  return buffer.subarray(0, bytesRead).toString("utf8");
}

/**
 * Returns the last line that is a complete seal. Only a crash in mid-line leaves an incomplete one after it.
 */
function lastSeal(tail: string): Seal | null {
  for (const line of tail.split("\n").toReversed()) {
    const seal = Seal.safeParse(parse(line));
    if (seal.success) return seal.data;
  }
  return null;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function noFile(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
