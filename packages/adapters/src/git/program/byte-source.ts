import type { Readable } from "node:stream";
import { CountersignError } from "@countersign/core";

/** Reads the output of a process in pieces of the requested size. */
export type ByteSource = {
  /** Reads the next line, without its newline. */
  line(): Promise<string>;
  /** Reads up to this many lines. */
  lines(count: number): Promise<string[]>;
  take(count: number): Promise<Buffer>;
  /** Reads up to a mark, which the process prints at the end of an answer. */
  until(mark: Buffer, maxBytes: number): Promise<Buffer>;
};

const MAX_LINE = 4_096;
const LINE_END = 10;

export function createByteSource(output: Readable): ByteSource {
  let chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  let wake = (): void => {};
  output.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    wake();
  });
  const end = (): void => {
    isOver = true;
    wake();
  };
  output.on("end", end);
  output.on("error", end);
  output.on("close", end);

  const more = async (): Promise<void> => {
    if (isOver) throw new GitStoppedError();
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await promise;
  };
  const join = (): Buffer => {
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    chunks = [all];
    return all;
  };
  const take = async (count: number): Promise<Buffer> => {
    while (size < count) await more();
    const all = join();
    chunks = [all.subarray(count)];
    size -= count;
    return all.subarray(0, count);
  };
  const line = async (): Promise<string> => {
    let at = join().indexOf(LINE_END);
    while (at === -1) {
      if (size > MAX_LINE) throw new CountersignError("upstream_failed", "Git printed a long line");
      await more();
      at = join().indexOf(LINE_END);
    }
    return (await take(at + 1)).toString("latin1", 0, at);
  };
  const until = async (mark: Buffer, maxBytes: number): Promise<Buffer> => {
    const end = await findEnd(mark, async (at) => {
      while (at >= chunks.length) {
        if (size > maxBytes + mark.length) throw tooMuch();
        await more();
      }
      return chunks[at] ?? NOTHING;
    });
    return (await take(end)).subarray(0, -mark.length);
  };
  /** Returns all available lines at once, because there may be many thousands. */
  const lines = async (count: number): Promise<string[]> => {
    const found: string[] = [];
    while (found.length < count) {
      const all = join();
      const text = all.toString("latin1");
      let from = 0;
      for (let at = text.indexOf("\n"); at !== -1 && found.length < count; ) {
        found.push(text.slice(from, at));
        from = at + 1;
        at = text.indexOf("\n", from);
      }
      chunks = [all.subarray(from)];
      size -= from;
      if (found.length < count) found.push(await line());
    }
    return found;
  };
  return { line, lines, take, until };
}

const NOTHING = Buffer.alloc(0);

/** Returns the offset after a mark. Searches chunk after chunk; the mark may lie across two. */
async function findEnd(mark: Buffer, chunkAt: (at: number) => Promise<Buffer>): Promise<number> {
  let before = 0;
  let tail: Buffer = NOTHING;
  for (let at = 0; ; at += 1) {
    const chunk = await chunkAt(at);
    const window = Buffer.concat([tail, chunk]);
    const found = window.indexOf(mark);
    if (found !== -1) return before - tail.length + found + mark.length;
    before += chunk.length;
    tail = window.subarray(Math.max(0, window.length - mark.length + 1));
  }
}

function tooMuch(): CountersignError {
  return new CountersignError("too_large", "Git printed too much");
}

/** The process ended before it answered. */
export class GitStoppedError extends Error {}
