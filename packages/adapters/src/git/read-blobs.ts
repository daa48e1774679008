import { CountersignError } from "@countersign/core";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { objectId } from "./names.ts";
import { streamGit } from "./run-git.ts";

const HEADER = /^([0-9a-f]{40,64}) blob ([0-9]{1,15})$/;
const MAX_HEADER = 200;
const TIMEOUT_MS = 10 * 60_000;

/** Reads many blobs through one process, in the given order. The next waits until one was used. */
export async function readBlobs(
  mirror: MirrorDirectory,
  ids: readonly string[],
  use: (id: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return;
  const call = {
    gitDir: mirror.path,
    args: ["cat-file", "--batch", "--buffer"],
    input: ids.map((id) => `${objectId(id)}\n`).join(""),
    timeoutMs: TIMEOUT_MS,
  } as const;
  await streamGit(mirror.settings, call, async (output) => {
    const source = bytesFrom(output);
    for (const id of ids) {
      const [, given, size] = HEADER.exec(await source.line()) ?? [];
      if (given !== id) throw new CountersignError("not_found", `The mirror has no blob ${id}`);
      const bytes = await source.take(Number(size) + 1);
      await use(id, bytes.subarray(0, -1));
    }
  });
}

type Source = { line(): Promise<string>; take(count: number): Promise<Buffer> };

/** Hands out what a stream brings in the pieces that are asked for. */
function bytesFrom(output: AsyncIterable<Buffer>): Source {
  const chunks = output[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  const next = async (): Promise<Buffer> => {
    const { done, value } = await chunks.next();
    if (done === true) throw new CountersignError("upstream_failed", "Git stopped in a blob");
    return value;
  };
  const take = async (count: number): Promise<Buffer> => {
    const parts = [held];
    let size = held.length;
    while (size < count) {
      const chunk = await next();
      parts.push(chunk);
      size += chunk.length;
    }
    const all = parts.length === 1 ? held : Buffer.concat(parts);
    held = all.subarray(count);
    return all.subarray(0, count);
  };
  return {
    take,
    line: async () => {
      while (!held.includes(10) && held.length < MAX_HEADER) {
        held = Buffer.concat([held, await next()]);
      }
      const line = await take(held.indexOf(10) + 1);
      return line.toString("latin1").trimEnd();
    },
  };
}
