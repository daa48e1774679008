import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type HookFiles, hookFiles } from "../files/hook-files.ts";
import {
  readBlocks,
  readSession,
  recordBlock,
  removeOldSessions,
  writeSession,
} from "./session-store.ts";

const KEY = { agent: "codex", session: "../../etc", root: "/shop" };

async function openFiles(): Promise<HookFiles> {
  const directory = await mkdtemp(join(tmpdir(), "countersign-session-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return hookFiles({ directory });
}

it("remembers a session for its owner only, apart from others, whatever its host calls it", async () => {
  const files = await openFiles();
  const state = { ...(await readSession(files, KEY)), begunAt: "one", title: "Ä task" };
  await writeSession(files, KEY, state);
  expect(await readSession(files, KEY)).toEqual(state);
  for (const other of [{ session: "b" }, { root: "/other" }, { agent: "gemini" }])
    expect((await readSession(files, { ...KEY, ...other })).begunAt).toBeNull();
  const [name = ""] = await readdir(files.sessions);
  expect(name).toMatch(/^[0-9a-f]{32}\.json$/);
  expect((await stat(join(files.sessions, name))).mode & 0o777).toBe(0o600);
});

it("lets a reason count once and a round twice, also for stops at the same time", async () => {
  const files = await openFiles();
  const stops = Array.from({ length: 30 }, (_, at) => ({ round: "cs-1 1", reason: `r${at % 5}` }));
  const taken = await Promise.all(stops.map((one) => recordBlock(files, KEY, one)));
  expect(taken.filter(Boolean)).toHaveLength(2);
  const { inRound, isUsed } = await readBlocks(files, KEY, "cs-1 1");
  expect([inRound, isUsed("r0"), isUsed("r9")]).toEqual([2, true, false]);
  expect(await recordBlock(files, KEY, { round: "cs-1 2", reason: "r0" })).toBe(false);
  expect(await recordBlock(files, KEY, { round: "cs-1 2", reason: "r9" })).toBe(true);
  expect(await recordBlock(files, { ...KEY, session: "b" }, stops[0] ?? KEY_STOP)).toBe(true);
});
const KEY_STOP = { round: "", reason: "" };

it("forgets sessions that nobody heard of for two weeks", async () => {
  const files = await openFiles();
  const state = await readSession(files, KEY);
  await writeSession(files, KEY, state);
  await recordBlock(files, KEY, { round: "cs-1 1", reason: "r" });
  await writeSession(files, { ...KEY, session: "new" }, state);
  const now = Date.now();
  await removeOldSessions(files, now);
  expect(await readdir(files.sessions)).toHaveLength(3);
  const long = new Date(now - 15 * 24 * 3_600_000);
  for (const name of await readdir(files.sessions))
    await utimes(join(files.sessions, name), long, long);
  await writeSession(files, { ...KEY, session: "new" }, state);
  await removeOldSessions(files, now);
  expect(await readdir(files.sessions)).toHaveLength(1);
});
