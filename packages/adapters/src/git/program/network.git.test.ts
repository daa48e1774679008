import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { failure, standInGit } from "../testing/stand-in.ts";
import { findGit } from "./git-settings.ts";
import { runGit } from "./run-git.ts";

const network = { config: ["http.proxy="], credential: "password=secret\n", maxFileBytes: 4_096 };
const call = { args: ["fetch"], network } as const;

describe("a command that uses the network", () => {
  it("gets its credential from descriptor 3, and nowhere else", async () => {
    const { folder, settings } = standInGit(
      '/bin/cat <&3; echo "$@" > arguments; /usr/bin/env > environment',
    );
    const { output } = await runGit(settings, call);
    expect(output.toString()).toBe("password=secret\n");
    const [given, environment] = ["arguments", "environment"].map((name) =>
      readFileSync(join(folder, name), "utf8"),
    );
    expect(given).toContain("-c http.proxy= fetch");
    expect(`${given}${environment}`).not.toContain("secret");
    expect(environment).toContain("GIT_ALLOW_PROTOCOL=https\n");
  });

  it("ends all that it started with itself", async () => {
    const script = "(/bin/sleep 1; echo late > late) >/dev/null 2>&1 3<&- &";
    const { folder, settings } = standInGit(script);
    await runGit(settings, call);
    await after(1_500);
    expect(existsSync(join(folder, "late"))).toBe(false);
  });

  it("is killed with all that it started when its time is over", async () => {
    const script = "(/bin/sleep 1; echo late > late) &\n/bin/sleep 30";
    const { folder, settings } = standInGit(script);
    const error = await failure(runGit(settings, { ...call, timeoutMs: 300 }));
    expect(error.code).toBe("timed_out");
    await after(1_500);
    expect(existsSync(join(folder, "late"))).toBe(false);
  });

  it("cannot write a larger file than it may", async () => {
    const { folder, settings } = standInGit("/usr/bin/head -c 100000 /dev/zero > large; exit 7");
    await runGit(settings, { ...call, answers: [7] });
    expect(readFileSync(join(folder, "large")).length).toBe(4_096);
  });

  it.each(["file:///etc", "ext::sh -c true", "http://127.0.0.1:1/a", "ssh://127.0.0.1/a"])(
    "is refused %s by git itself",
    async (url) => {
      const { settings } = standInGit(`exec ${findGit(undefined)} "$@"`);
      const args = ["ls-remote", url] as const;
      const { complaint } = await runGit(settings, { network, args, answers: [128] });
      expect(complaint).toMatch(/^fatal: transport '\w+' not allowed/);
    },
  );
});
