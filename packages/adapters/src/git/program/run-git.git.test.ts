import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { failure, standInGit } from "../testing/stand-in.ts";
import { FIXED_ARGUMENTS, findGit } from "./git-settings.ts";
import { pipeGit, runGit, streamGit } from "./run-git.ts";

describe("runGit", () => {
  it("hands nothing of our own environment on", async () => {
    const { folder, settings } = standInGit("/usr/bin/env");
    process.env.COUNTERSIGN_TEST_SECRET = "secret";
    process.env.GIT_DIR = "/elsewhere";
    onTestFinished(() => {
      delete process.env.COUNTERSIGN_TEST_SECRET;
      delete process.env.GIT_DIR;
    });

    const { output } = await runGit(settings, { args: ["status"] });

    const names = output
      .toString()
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("=")[0]);
    expect(output.toString()).toContain(`PATH=${folder}\n`);
    expect(names.filter((name) => name !== "PWD" && name !== "_").sort()).toEqual([
      "GIT_ALLOW_PROTOCOL",
      "GIT_ATTR_NOSYSTEM",
      "GIT_CEILING_DIRECTORIES",
      "GIT_CONFIG_GLOBAL",
      "GIT_CONFIG_NOSYSTEM",
      "GIT_CONFIG_SYSTEM",
      "GIT_NO_LAZY_FETCH",
      "GIT_NO_REPLACE_OBJECTS",
      "GIT_OPTIONAL_LOCKS",
      "GIT_TERMINAL_PROMPT",
      "HOME",
      "LC_ALL",
      "PATH",
      "TZ",
      "XDG_CONFIG_HOME",
    ]);
  });

  it("lays the fixed settings over every call, before the command", async () => {
    const { settings } = standInGit('for one in "$@"; do echo "$one"; done');

    const { output } = await runGit(settings, { gitDir: "/mirror", args: ["log", "-1"] });

    expect(output.toString().trimEnd().split("\n")).toEqual([
      ...FIXED_ARGUMENTS,
      "--git-dir=/mirror",
      "log",
      "-1",
    ]);
    expect(FIXED_ARGUMENTS).toContain("core.hooksPath=/dev/null");
    expect(FIXED_ARGUMENTS).toContain("protocol.allow=never");
  });

  it("ends a command that takes too long, with all that it started", async () => {
    const { folder, settings } = standInGit(
      "(/bin/sleep 2; echo late > late) &\n/bin/sleep 30",
      300,
    );

    const error = await failure(runGit(settings, { args: ["log"] }));

    expect(error.code).toBe("timed_out");
    await after(2_500);
    expect(existsSync(join(folder, "late"))).toBe(false);
  });

  it("ends a command that prints too much", async () => {
    const { settings } = standInGit("exec /usr/bin/yes");

    const error = await failure(runGit(settings, { args: ["log"], maxOutput: 1_000 }));

    expect(error.code).toBe("too_large");
  });

  it("keeps git's complaint out of the message and bounded in the cause", async () => {
    const { settings } = standInGit("/usr/bin/yes hostile | /usr/bin/head -c 100000 >&2; exit 3");

    const error = await failure(runGit(settings, { args: ["log"] }));

    expect(error.message).toBe("git log failed");
    expect(String(error.cause).length).toBeLessThan(5_000);
    expect((await runGit(settings, { args: ["log"], answers: [3] })).code).toBe(3);
  });

  it("says when either end of a pipe failed", async () => {
    const { settings } = standInGit('for last in "$@"; do :; done; /bin/cat; [ "$last" != bad ]');
    const good = { args: ["one", "good"] } as const;
    const bad = { args: ["two", "bad"] } as const;

    expect((await pipeGit(settings, { ...good, input: "bytes" }, good)).toString()).toBe("bytes");
    expect((await failure(pipeGit(settings, good, bad))).message).toBe("git two failed");
    expect((await failure(pipeGit(settings, bad, good))).message).toBe("git two failed");
  });

  it("does not wait for a command whose reader has gone", async () => {
    const script =
      'for last in "$@"; do :; done; [ "$last" = reader ] && exit 1; exec /usr/bin/yes';
    const { settings } = standInGit(script, 60_000);

    const piped = pipeGit(settings, { args: ["writer"] }, { args: ["reader"] });

    expect((await failure(piped)).code).toBe("upstream_failed");
  }, 20_000);

  it("hands output on as it comes, and ends a command whose reader has had enough", async () => {
    const { settings } = standInGit("exec /usr/bin/yes", 60_000);
    let seen = 0;

    const streamed = streamGit(settings, { args: ["cat-file"] }, async (output) => {
      for await (const chunk of output) {
        seen += chunk.length;
        if (seen > 1_000_000) throw new CountersignError("too_large", "enough");
      }
    });

    expect((await failure(streamed)).message).toBe("enough");
    expect(seen).toBeLessThan(2_000_000);
  }, 20_000);

  it("ends a stream that takes too long, though its reader waits", async () => {
    const { settings } = standInGit("echo one; /bin/sleep 30");
    const call = { args: ["cat-file"], timeoutMs: 300 } as const;

    const streamed = streamGit(settings, call, async (output) => {
      for await (const _ of output);
    });

    expect((await failure(streamed)).code).toBe("timed_out");
  });

  it("finds git by an absolute path only", () => {
    expect(readFileSync(findGit(undefined)).length).toBeGreaterThan(0);
    expect(() => findGit("git")).toThrow("Git was not found");
    expect(() => findGit("/nowhere/git")).toThrow("Git was not found");
  });
});
