import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withStartLock } from "./start-lock.ts";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "countersign-lock-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("withStartLock", () => {
  it("lets one of many start, and the others use what it started", async () => {
    let starts = 0;
    let running: string | null = null;
    const start = async () => {
      starts += 1;
      await sleep(100);
      running = "the engine";
      return running;
    };
    const all = Array.from({ length: 8 }, () =>
      withStartLock(join(directory, "one"), async () => running, start),
    );
    expect(await Promise.all(all)).toEqual(Array.from({ length: 8 }, () => "the engine"));
    expect(starts).toBe(1);
    expect(await readdir(directory)).toEqual([]);
  });

  it("gives the lock back when the start fails", async () => {
    const file = join(directory, "two");
    const fail = async () => {
      throw new Error("no");
    };
    await expect(withStartLock(file, async () => null, fail)).rejects.toThrow("no");
    expect(
      await withStartLock(
        file,
        async () => null,
        async () => "later",
      ),
    ).toBe("later");
  });

  it.each([
    ["whose process is gone", "4194399", 0],
    ["that is far too old", String(process.pid), 600],
    ["that never got its number", "", 5],
  ])("takes a lock over %s", async (_, content, ageSeconds) => {
    const file = join(directory, "three");
    await writeFile(file, content);
    const then = new Date(Date.now() - ageSeconds * 1_000);
    await utimes(file, then, then);
    expect(
      await withStartLock(
        file,
        async () => null,
        async () => "mine",
      ),
    ).toBe("mine");
  });
});
