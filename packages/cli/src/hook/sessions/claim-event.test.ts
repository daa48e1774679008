import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { claimEvent } from "./claim-event.ts";

const SOURCES = ["user", "repository", "plugin"];
const KEY = { agent: "claude-code", session: "s", root: "/shop" };

async function openSessions() {
  const sessions = await mkdtemp(join(tmpdir(), "countersign-hear-"));
  onTestFinished(() => rm(sessions, { recursive: true, force: true }));
  return (source: string, input = "{}", key = KEY) =>
    claimEvent({ sessions }, key, { event: "stop", source, input });
}

it("counts reports of several settings at the same moment as one event, each time it happens", async () => {
  const hear = await openSessions();
  for (let times = 0; times < 10; times += 1) {
    const heard = await Promise.all(SOURCES.map((source) => hear(source)));
    expect(heard.filter(Boolean)).toHaveLength(1);
  }
});

it("counts every report of a single source, of another input and of another session", async () => {
  const hear = await openSessions();
  expect(await hear("user")).toBe(true);
  expect(await hear("user")).toBe(true);
  expect(await hear("repository")).toBe(false);
  expect(await hear("repository", '{"prompt":"Go on"}')).toBe(true);
  expect(await hear("repository", "{}", { ...KEY, session: "t" })).toBe(true);
  expect(await hear("repository", "{}", { ...KEY, root: "/other" })).toBe(true);
});
