import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HookEvent } from "../hosts/host-input.ts";
import { readLiveSessions, recordSession } from "./live-sessions.ts";

let live: string;

beforeEach(async () => {
  live = await mkdtemp(join(tmpdir(), "countersign-live-"));
});
afterEach(() => rm(live, { recursive: true, force: true }));

const told = (event: HookEvent, more: object = {}) => ({
  ...{ agent: "codex", session: "one", common: "/shop/.git", root: "/shop" },
  ...{ event, isBackground: false },
  ...more,
});

describe("the sessions that hooks were heard of", () => {
  it.each<[HookEvent, boolean, boolean]>([
    ["session_start", false, false],
    ["prompt", false, true],
    ["tool_used", false, true],
    ["subagent_stop", false, true],
    ["stop", false, false],
    ["stop", true, true],
  ])("after %s (background: %s) are at work: %s", async (event, isBackground, isAtWork) => {
    await recordSession({ live }, told(event, { isBackground }), 7);
    expect(await readLiveSessions({ live }, "/shop/.git")).toEqual([
      { agent: "codex", session: "one", worktree: "/shop", heardMs: 7, isAtWork },
    ]);
  });

  it("are told apart by session and repository, and a broken file is none", async () => {
    await recordSession({ live }, told("prompt"), 1);
    await recordSession({ live }, told("stop", { session: "two" }), 2);
    await recordSession({ live }, told("prompt", { common: "/other/.git", session: "three" }), 3);
    await writeFile(join(live, "broken.json"), "{");
    const found = await readLiveSessions({ live }, "/shop/.git");
    expect(found.map(({ session, isAtWork }) => `${session} ${isAtWork}`).toSorted()).toEqual([
      "one true",
      "two false",
    ]);
  });
});
