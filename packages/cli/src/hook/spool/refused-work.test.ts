import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { WORK } from "../testing/sample-work.ts";
import { readRefusedWork, recordRefusedWork, removeRefusedWork } from "./refused-work.ts";
import type { SpooledWork } from "./spool.ts";

const LEFT: SpooledWork = { ...WORK, key: "k".repeat(32) };

async function openFolder() {
  const refused = await mkdtemp(join(tmpdir(), "countersign-refused-"));
  onTestFinished(() => rm(refused, { recursive: true, force: true }));
  return { refused };
}

it("is kept for its repository, once per branch and agent, with the last reason", async () => {
  const folder = await openFolder();
  await recordRefusedWork(folder, LEFT, "It is too large.");
  await recordRefusedWork(folder, { ...LEFT, commit: "d".repeat(40) }, "It is still too large.");
  await recordRefusedWork(folder, { ...LEFT, agent: "gemini" }, "No.");
  await recordRefusedWork(folder, { ...LEFT, common: "/other/.git" }, "No.");

  const found = await readRefusedWork(folder, LEFT.common);

  const told = found.map(({ agent, commit, why }) => [agent, commit[0], why]);
  expect(told.toSorted()).toEqual([
    ["codex", "d", "It is still too large."],
    ["gemini", "c", "No."],
  ]);
});

it("is forgotten when later work of its branch is taken, and after two weeks", async () => {
  const folder = await openFolder();
  await recordRefusedWork(folder, LEFT, "No.");
  await removeRefusedWork(folder, { ...LEFT, branch: "another" });
  expect(await readRefusedWork(folder, LEFT.common)).toHaveLength(1);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 24 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await readRefusedWork(folder, LEFT.common)).toEqual([]);
  vi.useRealTimers();

  await removeRefusedWork(folder, LEFT);
  expect(await readRefusedWork(folder, LEFT.common)).toEqual([]);
});

it("passes over files that are not whole, and a folder that is not there", async () => {
  const folder = await openFolder();
  await writeFile(join(folder.refused, "half.json"), '{"agent":"codex"');
  expect(await readRefusedWork(folder, LEFT.common)).toEqual([]);
  expect(await readRefusedWork({ refused: join(folder.refused, "none") }, LEFT.common)).toEqual([]);
});
