import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

type Following = {
  signal: AbortSignal;
  /** `isOld`: they were there before anybody looked. */
  onLines(lines: string[], isOld: boolean): void;
};

type Place = { at: number; rest: Buffer<ArrayBuffer> };

const EVERY_MS = 100;
const MAX_READ = 16_384;
const MAX_LINE = 1_048_576;
const NOTHING = Buffer.alloc(0);

/** Replaces the lost beginning of a line, so that the rest is not read as a whole line. */
const LOST = Buffer.from("\0");

/** Reads whole lines as they are appended to a file, until stopped. Starts over when the file is truncated. */
export async function followFile(path: string, { signal, onLines }: Following): Promise<void> {
  const place: Place = { at: 0, rest: NOTHING };
  await readOn(path, place, (lines) => onLines(lines, true));
  while (!signal.aborted) {
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    await readOn(path, place, (lines) => onLines(lines, false));
  }
}

async function readOn(path: string, place: Place, onLines: (lines: string[]) => void) {
  const size = await sizeOf(path);
  if (size < place.at) Object.assign(place, { at: 0, rest: NOTHING });
  while (place.at < size) {
    const chunk = await readAt(path, place.at);
    if (chunk.length === 0) return;
    place.at += chunk.length;
    const { lines, left } = splitLines(Buffer.concat([place.rest, chunk]));
    place.rest = left;
    if (lines.length > 0) onLines(lines);
  }
}

/** Lines of a stream, such as stdin; the last one counts without its end. */
export async function followStream(
  stream: AsyncIterable<Uint8Array | string>,
  onLines: (lines: string[]) => void,
): Promise<void> {
  let rest: Buffer<ArrayBuffer> = NOTHING;
  for await (const chunk of stream) {
    const { lines, left } = splitLines(Buffer.concat([rest, Buffer.from(chunk)]));
    rest = left;
    if (lines.length > 0) onLines(lines);
  }
  if (rest.length > 0) onLines([rest.toString("utf8")]);
}

function splitLines(bytes: Buffer<ArrayBuffer>): { lines: string[]; left: Buffer<ArrayBuffer> } {
  const end = bytes.lastIndexOf(0x0a);
  const left = bytes.subarray(end + 1);
  return {
    lines: end === -1 ? [] : bytes.toString("utf8", 0, end).split("\n"),
    left: left.length > MAX_LINE ? LOST : left,
  };
}

async function sizeOf(path: string): Promise<number> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return 0; // it may come yet
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function readAt(path: string, at: number): Promise<Buffer<ArrayBuffer>> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_READ), 0, MAX_READ, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
