import { readSync } from "node:fs";

const STDIN = 0;
const CHUNK_BYTES = 65_536;
const MAX_INPUT_BYTES = 4_000_000;

/**
 * Everything on stdin; empty when it is longer than any host's event. It is read without a stream, which takes
 * longer to open than a hook outside of our repositories may take. A host that left its pipe non-blocking is
 * waited for with `stream`.
 */
export async function readStdin(stream: () => AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    return size <= MAX_INPUT_BYTES;
  };
  for (let chunk = nextChunk(); chunk !== "end"; chunk = nextChunk()) {
    if (chunk !== "later") {
      if (!take(chunk)) return "";
      continue;
    }
    for await (const more of stream()) if (!take(Buffer.from(more))) return "";
    break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function nextChunk(): Buffer | "later" | "end" {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    const length = readSync(STDIN, buffer);
    return length === 0 ? "end" : buffer.subarray(0, length);
  } catch (error) {
    return isAgain(error) ? "later" : "end";
  }
}

function isAgain(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
