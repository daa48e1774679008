import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { type Ended, runToEnd } from "../../packages/cli/src/testing/run-to-end.ts";
import { checksOnly } from "./checks-only.ts";

const SECRET = "TOP-SECRET-CANARY";
const AS_AGENT = { env: { CLAUDECODE: "1" } };
const PROGRAMS = ["sh", "env", "cat", "ls", "mkdir", "dirname", "id", "useradd"];

let bench: Bench;
let evil = "";

/** Starts the engine as an attacker would: other programs on the path, and open descriptors. */
async function startHostile(): Promise<Ended> {
  const { directory, program, env } = bench;
  const command = `exec 200</ 201<secret.txt; exec '${process.execPath}' '${program}' server up`;
  return await runToEnd("/bin/bash", ["-c", command], {
    cwd: directory,
    env: { ...env, ...AS_AGENT.env, PATH: evil, LD_PRELOAD_CANARY: SECRET },
  });
}

/** What the check of a task found, once it has answered. */
async function foundBy(script: string): Promise<string> {
  await bench.git("switch", "--quiet", "-C", "agent/probe", "main");
  await bench.write("probe.sh", `exec 2>&1\n${script}\nexit 1\n`);
  const handedIn = await bench.run(["task", "submit", "--title", "Probe", "--json"], AS_AGENT);
  const { task } = JSON.parse(handedIn.out).data;
  const { findings } = await bench.until(task, (view) => view.findings.length > 0);
  return findings.map(({ message }) => message).join();
}

beforeAll(async () => {
  bench = await openBench();
  evil = join(bench.directory, "evil");
  await mkdir(evil);
  for (const name of PROGRAMS) await symlink(`/usr/bin/${name}`, join(evil, name));
  for (const name of ["claude", "bwrap"]) {
    await writeFile(join(evil, name), `#!/bin/sh\necho ran >> '${evil}/ran'\n`, { mode: 0o755 });
  }
  await writeFile(join(bench.directory, "secret.txt"), `${SECRET}\n`, { mode: 0o600 });
  await bench.write("countersign.json", JSON.stringify(checksOnly("sh ./probe.sh")));
  await bench.write("probe.sh", "exit 0\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  expect(await startHostile()).toMatchObject({ code: 0 });
  await bench.run(["doctor", "--fix"]);
});
afterAll(async () => {
  await bench.close();
});

describe("I10 Trusted policy: whoever starts the engine decides nothing", () => {
  it("runs checks in the machine's own sandbox, whatever the search path says", async () => {
    const { out } = await bench.run(["status", "--json"]);
    expect(JSON.parse(out).data.sandbox).toMatch(/^bubblewrap \d/);
  });

  it("hands no open descriptor to a check", async () => {
    const message = await foundBy(
      [
        "ls /proc/self/fd | tr '\\n' ' '",
        "cat /proc/self/fd/201 || echo no file",
        "cat /proc/self/fd/200/etc/shadow >/dev/null && echo READ-OUTSIDE || echo no directory",
        `touch /proc/self/fd/200${bench.directory}/owned && echo WROTE-OUTSIDE`,
      ].join("\n"),
    );
    expect(message).toContain("0 1 2 3 ");
    expect(message).toContain("no file");
    expect(message).toContain("no directory");
    expect(message).not.toMatch(new RegExp(`${SECRET}|READ-OUTSIDE|WROTE-OUTSIDE`));
    await expect(readFile(join(bench.directory, "owned"))).rejects.toThrow("ENOENT");
  });

  it("runs no program of the starter's search path", async () => {
    await expect(readFile(join(evil, "ran"), "utf8")).rejects.toThrow("ENOENT");
  });

  it("keeps nothing of the starter's environment", async () => {
    const { pid } = JSON.parse(await readFile(join(bench.data, "engine.json"), "utf8"));
    const environment = await readFile(`/proc/${pid}/environ`, "utf8");
    expect(environment).not.toContain(evil);
    expect(environment).not.toContain(SECRET);
    expect(environment).not.toContain("CLAUDECODE");
  });
});

describe("I14 Loud overrides: an agent does not stop the engine", () => {
  it.each([
    ["server", "down"],
    ["server", "upgrade"],
  ])("refuses %s %s from an agent's environment", async (...args) => {
    const { code, err } = await bench.run(args, AS_AGENT);
    expect(code).toBe(4);
    expect(err).toContain("CLAUDECODE shows that an agent runs this");
    expect(err).not.toContain("COUNTERSIGN_TOKEN");
    expect((await bench.run(["server", "status"])).code).toBe(0);
  });
});
