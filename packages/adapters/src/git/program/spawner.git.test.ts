import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { failure, standInGit } from "../testing/stand-in.ts";
import type { GitSettings } from "./git-settings.ts";
import { runGit } from "./run-git.ts";
import { createSpawner } from "./spawner.ts";

function openSpawning(
  script: string,
  timeoutMs?: number,
): { folder: string; settings: GitSettings } {
  const { folder, settings } = standInGit(script, timeoutMs);
  return { folder, settings: { ...settings, spawner: createSpawner() } };
}

/** Prints the process that started it. */
const PARENT =
  'while read key value; do if [ "$key" = PPid: ]; then echo "$value"; fi; done < /proc/$$/status';

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("runGit through the spawner", () => {
  it("gives a command the same arguments, environment and folder", async () => {
    const { settings } = standInGit('for one in "$@"; do echo "$one"; done; pwd; /usr/bin/env');
    const call = {
      gitDir: "/mirror",
      args: ["log", "-1"],
      variables: { GIT_INDEX_FILE: "/x" },
    } as const;

    const { output } = await runGit({ ...settings, spawner: createSpawner() }, call);

    expect(output.toString()).toBe((await runGit(settings, call)).output.toString());
  });

  it("starts it from another process, one for all calls", async () => {
    const { settings } = openSpawning(PARENT);

    const parents = await Promise.all(
      Array.from({ length: 5 }, async () =>
        (await runGit(settings, { args: ["log"] })).output.toString(),
      ),
    );

    expect(new Set(parents).size).toBe(1);
    expect(Number(parents[0])).not.toBe(process.pid);
  });

  it("carries megabytes of any bytes both ways, for many calls at once", async () => {
    const { settings } = openSpawning("exec /bin/cat", 60_000);
    const inputs = [0, 1, 65_536, 3_000_000, 12_000_000].map((size) => {
      const bytes = Buffer.alloc(size, `\n\0\xff{"id":1}${size}`, "latin1");
      return bytes;
    });

    const answers = await Promise.all(
      inputs.map((input) => runGit(settings, { args: ["cat-file"], input })),
    );

    for (const [index, { output }] of answers.entries())
      expect(output.equals(inputs[index] ?? Buffer.alloc(0))).toBe(true);
  });

  it("ends a command that takes too long, with all that it started", async () => {
    const { folder, settings } = openSpawning(
      "(/bin/sleep 2; echo late > late) &\n/bin/sleep 30",
      300,
    );

    expect((await failure(runGit(settings, { args: ["log"] }))).code).toBe("timed_out");
    await after(2_500);
    expect(existsSync(join(folder, "late"))).toBe(false);
  });

  it("ends a command that prints too much", async () => {
    const { settings } = openSpawning("echo $$; exec /usr/bin/yes");

    const error = await failure(runGit(settings, { args: ["log"], maxOutput: 1_000 }));

    expect(error.code).toBe("too_large");
  });

  it("bounds git's complaint, and knows exit codes that are an answer", async () => {
    const { settings } = openSpawning(
      "/usr/bin/yes hostile | /usr/bin/head -c 1000000 >&2; exit 3",
    );

    const error = await failure(runGit(settings, { args: ["log"] }));

    expect(error.message).toBe("git log failed");
    expect(String(error.cause)).toContain("hostile");
    expect(String(error.cause).length).toBeLessThan(5_000);
    expect((await runGit(settings, { args: ["log"], answers: [3] })).code).toBe(3);
  });

  it("says so if the command cannot be started", async () => {
    const { folder, settings } = openSpawning("exit 0");

    const error = await failure(
      runGit({ ...settings, home: join(folder, "absent") }, { args: ["log"] }),
    );

    expect(error.message).toBe("git log could not be started");
  });

  it("fails running calls if the spawner is killed, and starts another for the next", async () => {
    const { folder, settings } = openSpawning(`${PARENT} > parent; exec /bin/sleep 20`);
    const running = runGit(settings, { args: ["log"] });
    const parent = join(folder, "parent");
    await vi.waitFor(() => expect(readFileSync(parent, "utf8")).toMatch(/^\d+\n$/), 10_000);
    const first = Number(readFileSync(parent, "utf8"));

    process.kill(first, "SIGKILL");

    expect((await failure(running)).message).toBe("git log failed");
    const { settings: quick } = standInGit(PARENT);
    const { output } = await runGit({ ...quick, spawner: settings.spawner }, { args: ["log"] });
    expect(Number(output.toString())).not.toBe(first);
  });

  it("ends with us, kills what runs, and does not keep us from ending", async () => {
    const { folder, settings } = standInGit(
      `echo $$ > pid; ${PARENT} > parent; exec /bin/sleep 60`,
    );
    for (const how of ["SIGKILL", "idle"]) {
      const child = spawn(process.execPath, [
        ...["--input-type=module", "--eval", CHILD, "--"],
        ...["./run-git.ts", "./spawner.ts"].map((file) => new URL(file, import.meta.url).href),
        ...[JSON.stringify(how === "idle" ? { ...settings, timeoutMs: 500 } : settings)],
      ]);
      const ended = once(child, "exit");
      const pids = ["pid", "parent"].map((name) => join(folder, name));
      await vi.waitFor(
        () => expect(pids.every((file) => /\d\n$/.test(readFileSync(file, "utf8")))).toBe(true),
        10_000,
      );
      const [git = 0, parent = 0] = pids.map((file) => Number(readFileSync(file, "utf8")));
      if (how === "SIGKILL") child.kill("SIGKILL");
      await ended;
      await vi.waitFor(() => expect([git, parent].filter(isAlive)).toEqual([]), 10_000);
      for (const file of pids) rmSync(file);
    }
  }, 40_000);
});

/** Runs one command, and has nothing more to do when it has timed out. */
const CHILD = `
  const [run, spawner, settings] = process.argv.slice(1);
  const { runGit } = await import(run);
  const { createSpawner } = await import(spawner);
  const all = { ...JSON.parse(settings), spawner: createSpawner() };
  await runGit(all, { args: ["log"] }).catch(() => {});
`;
