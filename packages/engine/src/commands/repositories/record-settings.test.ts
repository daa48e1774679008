import { describe, expect, it } from "vitest";
import { settingsChanges } from "./record-settings.ts";

const NONE = { unsandboxed: [], programs: {} };
const codex = (sha256: string) => ({ codex: { path: "/bin/codex", sha256 } });

describe("settingsChanges", () => {
  it.each([
    ["nothing", NONE, NONE, []],
    [
      "an allowed repository",
      NONE,
      { ...NONE, unsandboxed: ["/shop"] },
      ["commands of /shop may run without a sandbox"],
    ],
    [
      "a repository that is no longer allowed",
      { ...NONE, unsandboxed: ["/shop"] },
      NONE,
      ["commands of /shop run only in a sandbox"],
    ],
    ["a program", NONE, { ...NONE, programs: codex("1") }, ["codex is /bin/codex, SHA-256 1"]],
    [
      "another program",
      { ...NONE, programs: codex("1") },
      { ...NONE, programs: codex("2") },
      ["codex is /bin/codex, SHA-256 2"],
    ],
    [
      "a removed program",
      { ...NONE, programs: codex("1") },
      NONE,
      ["codex is no longer confirmed"],
    ],
    ["the same program", { ...NONE, programs: codex("1") }, { ...NONE, programs: codex("1") }, []],
  ])("names %s", (_, before, after, changes) => {
    expect(settingsChanges(before, after)).toEqual(changes);
  });
});
