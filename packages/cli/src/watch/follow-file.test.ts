import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBatches } from "./batches.ts";
import { followFile, followStream } from "./follow-file.ts";
import { mergeFound } from "./merge-found.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-watch-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function until(isThere: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !isThere(); tries += 1) await sleep(50);
  expect(isThere()).toBe(true);
}

describe("followFile", () => {
  it("hands on whole lines as they come, and tells old ones from new ones", async () => {
    const path = join(folder, "agent.log");
    const abort = new AbortController();
    const seen: [string, boolean][] = [];
    await writeFile(path, "old\nhalf");
    const followed = followFile(path, {
      signal: abort.signal,
      onLines: (lines, isOld) =>
        seen.push(...lines.map((line): [string, boolean] => [line, isOld])),
    });
    await until(() => seen.length === 1);
    await appendFile(path, " and half\nnew\nunfini");
    await until(() => seen.length === 3);
    await writeFile(path, "anew\n");
    await until(() => seen.length === 4);
    abort.abort();
    await followed;
    expect(seen).toEqual([
      ["old", true],
      ["half and half", false],
      ["new", false],
      ["anew", false],
    ]);
  });

  it("waits for a file that is not there yet", async () => {
    const path = join(folder, "later.log");
    const abort = new AbortController();
    const seen: string[] = [];
    const followed = followFile(path, {
      signal: abort.signal,
      onLines: (lines) => seen.push(...lines),
    });
    await writeFile(path, "one\n");
    await until(() => seen.length === 1);
    abort.abort();
    await followed;
  });
});

describe("followStream", () => {
  it("does not take the end of an overlong line for a line", async () => {
    const seen: string[] = [];
    async function* stream() {
      for (let part = 0; part < 20; part += 1) yield "x".repeat(100_000);
      yield "\nREVIEW::APPROVE task_id=1\n";
      for (let part = 0; part < 20; part += 1) yield "x".repeat(100_000);
      yield "REVIEW::APPROVE task_id=2";
    }
    await followStream(stream(), (lines) => seen.push(...lines));
    expect(seen.filter((line) => line.startsWith("REVIEW::"))).toEqual([
      "REVIEW::APPROVE task_id=1",
    ]);
  });
});

describe("createBatches", () => {
  it("hands on together what comes in quick succession, in order, and the rest at the end", async () => {
    const seen: string[][] = [];
    const batches = createBatches<string>(50, async (items) => {
      await sleep(5);
      seen.push([...items]);
    });
    batches.add(["a"]);
    batches.add(["b"]);
    await until(() => seen.length === 1);
    batches.add(["c"]);
    await batches.end();
    expect(seen).toEqual([["a", "b"], ["c"]]);
  });
});

describe("mergeFound", () => {
  const one = (act: "submit" | "approve" | "reject", task: string, line: number) =>
    ({ act, task, line, form: "marker" }) as const;

  it("keeps the first of each act on each task", () => {
    const { act } = mergeFound([
      one("approve", "5", 1),
      one("approve", "5", 2),
      one("submit", "5", 3),
      one("approve", "6", 4),
    ]);
    expect(act.map(({ line }) => line)).toEqual([1, 3, 4]);
  });

  it("does neither of two that contradict each other", () => {
    const { act, contradicting } = mergeFound([
      one("approve", "5", 1),
      one("reject", "5", 2),
      one("reject", "6", 3),
    ]);
    expect(act.map(({ line }) => line)).toEqual([3]);
    expect(contradicting.map(({ line }) => line)).toEqual([1, 2]);
  });
});
