import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openUsualTimes } from "./usual-times.ts";

function cache(): { XDG_CACHE_HOME: string } {
  const folder = mkdtempSync(join(tmpdir(), "countersign-times-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { XDG_CACHE_HOME: folder };
}

it("knows the middle of the last times of a repository, and nothing of another", async () => {
  const env = cache();
  expect((await openUsualTimes(env, "/shop")).of("review")).toBe(null);
  for (const ms of [1_000_000, 500, 10, 400, 300, 200, 600, 1_000]) {
    await (await openUsualTimes(env, "/shop")).keep(new Map([["review", ms]]));
  }
  expect((await openUsualTimes(env, "/shop")).of("review")).toBe(400);
  expect((await openUsualTimes(env, "/other")).of("review")).toBe(null);
});

it("is empty where the file is not ours to read, and fails nothing where it cannot be written", async () => {
  const env = cache();
  await (await openUsualTimes(env, "/shop")).keep(new Map([["review", 5]]));
  writeFileSync(join(env.XDG_CACHE_HOME, "countersign", "usual-times.json"), "{ not json");
  expect((await openUsualTimes(env, "/shop")).of("review")).toBe(null);
  const nowhere = { XDG_CACHE_HOME: "/dev/null/nowhere" };
  const times = await openUsualTimes(nowhere, "/shop");
  await times.keep(new Map([["review", 5]]));
  expect(times.of("review")).toBe(null);
});
