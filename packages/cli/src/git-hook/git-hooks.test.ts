import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFileChange } from "../init/plan/confirm-plan.ts";
import { planFiles } from "../init/plan/plan-files.ts";
import { writeFileChanges } from "../init/plan/write-file-changes.ts";
import { gitHookFiles } from "../init/repository/git-hook-files.ts";
import { launcherPath, writeLauncher } from "../launcher/launcher.ts";
import { type Bench, openBench } from "../testing/bench.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";

const execute = promisify(execFile);
const KEY = `AKIA${"QWERTYUIOPASDFGH"}`;

let bench: Bench;
let remote = "";
let seen = "";

type Ended = { code: number; err: string };

/** Git with the hooks switched on, as a person would call it. */
async function git(...args: string[]): Promise<Ended> {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const env = { ...bench.env, SEEN: seen };
  try {
    const { stderr } = await execute("git", [...who, ...args], { cwd: bench.repository, env });
    return { code: 0, err: stderr };
  } catch (error) {
    if (!(error instanceof Error && "stderr" in error)) throw error;
    return { code: 1, err: String(error.stderr) };
  }
}

beforeAll(async () => {
  bench = await openBench();
  remote = await realpath(await mkdtemp(join(tmpdir(), "countersign-remote-")));
  seen = join(remote, "seen.txt");
  await execute("git", ["init", "--quiet", "--bare", join(remote, "r.git")]);
  await bench.write("a.txt", "one\n");
  await git("add", "-A");
  await git("commit", "--quiet", "-m", "first");
  await git("remote", "add", "origin", join(remote, "r.git"));
  const theirs =
    '#!/bin/sh\necho "$1" >>"$SEEN"\nwhile read -r line; do echo "$line" >>"$SEEN"; done\n';
  await mkdir(join(bench.repository, ".git", "hooks"), { recursive: true });
  await writeFile(join(bench.repository, ".git", "hooks", "pre-push"), theirs, { mode: 0o755 });
  const place = await findWorkplace(bench.repository);
  await writeLauncher(bench.data, { node: process.execPath, program: bench.program });
  const launcher = launcherPath(bench.data);
  const hooks = await gitHookFiles(place, { launcher, env: bench.env });
  const planned = await planFiles(Array.isArray(hooks) ? hooks : [], { own: null, others: [] });
  await writeFileChanges(planned.filter(isFileChange));
  const hook = join(bench.repository, ".git", "hooks", "pre-push");
  const patient = (await readFile(hook, "utf8")).replace("--within 10s", "--within 5m");
  await writeFile(hook, patient);
});
afterAll(async () => {
  await bench.close();
  await rm(remote, { recursive: true, force: true });
});

describe("git's hooks", () => {
  it("let good work be pushed, and tell the hook that was there before what is pushed", async () => {
    const { code, err } = await git("push", "origin", "main");
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toContain("main was NOT checked (There is only one commit");
    const text = await readFile(seen, "utf8");
    expect(text).toMatch(/^origin\nrefs\/heads\/main [0-9a-f]{40} refs\/heads\/main 0{40}\n$/);
  });

  it("let good work pass without a word", async () => {
    await git("switch", "--quiet", "-c", "good");
    await bench.write("b.txt", "two\n");
    await git("add", "-A");
    await git("commit", "--quiet", "-m", "second");
    const { code, err } = await git("push", "origin", "good");
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).not.toMatch(/^countersign/m);
  });

  it("stop a push that the gate refuses, and say how to go past it", async () => {
    await git("switch", "--quiet", "-c", "work");
    await bench.write("key.txt", `aws = ${KEY}\n`);
    await git("add", "-A");
    expect(await git("commit", "--quiet", "-m", "a key")).toEqual({ code: 0, err: "" });
    const { code, err } = await git("push", "origin", "work");
    expect(code).toBe(1);
    expect(err).toContain("countersign stops the push of work:");
    expect(err).toContain("git push --no-verify");
    expect(err).not.toContain(KEY);
    expect(await git("push", "--no-verify", "origin", "work")).toMatchObject({ code: 0 });
  });

  it("stop a push about which a check has no result", async () => {
    await git("switch", "--quiet", "main");
    const slow = { id: "slow", run: "sleep 60", timeout: "1s" };
    const config = { version: 1, preset: "fast", prepare: { run: null }, checks: [slow] };
    await bench.write("countersign.json", JSON.stringify(config));
    await git("add", "-A");
    await git("commit", "--quiet", "-m", "a check that takes too long");
    await git("switch", "--quiet", "-c", "unknown");
    await bench.write("c.txt", "three\n");
    await git("add", "-A");
    await git("commit", "--quiet", "-m", "third");
    const { code, err } = await git("push", "origin", "unknown");
    expect({ code, err }).toMatchObject({ code: 1 });
    expect(err).toContain("countersign stops the push of unknown:");
    expect(err).toContain("slow");
  });

  it("judge by the last valid policy where that of the target cannot be used, and say so", async () => {
    await git("switch", "--quiet", "main");
    const plain = { version: 1, preset: "fast", prepare: { run: null }, checks: [] };
    await bench.write("countersign.json", JSON.stringify(plain));
    await git("commit", "--quiet", "-a", "-m", "a policy");
    await bench.write("countersign.json", "{ broken");
    await git("commit", "--quiet", "-a", "-m", "a broken policy");
    await git("switch", "--quiet", "-c", "broken");
    await bench.write("key.txt", `aws = ${KEY}\n`);
    await git("add", "-A");
    await git("commit", "--quiet", "-m", "a key");
    const { code, err } = await git("push", "origin", "broken");
    expect({ code, err }).toMatchObject({ code: 1 });
    expect(err).toContain("countersign stops the push of broken:");
    expect(err).toMatch(/countersign\.json of commit \w+ cannot be used: /);
    expect(err).toContain("broken was checked with the last valid policy.");
    expect(err).not.toContain("NOT checked");
  });

  it("stop a credential although a command of the project takes longer than there is time", async () => {
    const hook = join(bench.repository, ".git", "hooks", "pre-push");
    await writeFile(hook, (await readFile(hook, "utf8")).replace("--within 5m", "--within 1s"));
    await git("switch", "--quiet", "main");
    const checks = [{ id: "slow", run: "sleep 60" }];
    await bench.write("countersign.json", JSON.stringify({ checks }));
    await git("add", "-A");
    await git("commit", "--quiet", "-m", "a slow check");

    await git("switch", "--quiet", "-c", "slow");
    await bench.write("c.txt", "three\n");
    await git("add", "-A");
    await git("commit", "--quiet", "-m", "third");
    const open = await git("push", "origin", "slow");
    expect(open).toMatchObject({ code: 0 });
    expect(open.err).toContain(
      "slow was NOT checked (no time to finish slow). Check it: countersign gate",
    );

    await bench.write("other-key.txt", `aws = ${KEY}\n`);
    await git("add", "-A");
    await git("commit", "--quiet", "-m", "another key");
    const { code, err } = await git("push", "origin", "slow");
    expect(code).toBe(1);
    expect(err).toContain("countersign stops the push of slow:");
  });
});
