import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, describe, expect, inject, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { footprint, footprintLine } from "./footprint.ts";
import { type Installer, installPacked, npm, type Packed, pnpm } from "./install-packed.ts";

/** npm 12 and pnpm 12 run no install scripts; the other test of the package leaves them out as well. */
const IN_GATE: readonly [string, Installer][] = [["npm 12", npm("12.2.0")]];
const ALL: readonly [string, Installer][] = [
  ...IN_GATE,
  ["npm 11", npm("11.21.1")],
  ["pnpm 12", pnpm("12.18.0")],
];

let packed: Packed | null = null;
let bench: Bench | null = null;
afterEach(async () => {
  await bench?.close();
  await packed?.remove();
  bench = null;
  packed = null;
}, 120_000);

async function untilMerged({ directory, git }: Bench): Promise<void> {
  const sample = `${directory}/countersign-demo.git`;
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(200)) {
    const greeting = await git("-C", sample, "show", "main:greeting.txt").catch(() => "");
    if (greeting === "Good morning!\n") return;
  }
  throw new Error("The change was not merged");
}

/** What a user downloads on Linux. */
async function measure(name: string, home: string): Promise<void> {
  const size = await footprint(home, inject("tarball"));
  process.stdout.write(footprintLine(name, size));
  expect(size.packages.length).toBeLessThanOrEqual(5);
  expect(size.downloadMb).toBeLessThan(40);
}

describe("a fresh home", () => {
  it("judges a change with npx, without running a script of any package", async () => {
    bench = await openBench();
    await bench.write("a.txt", "one\n");
    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "-m", "Begin");
    await bench.write("a.txt", "two\n");
    await bench.git("commit", "--quiet", "--all", "-m", "Change");
    const args = ["--yes", "--ignore-scripts", "--package", inject("tarball"), "countersign"];
    const env = { ...process.env, ...bench.env, NPM_CONFIG_USERCONFIG: join(homedir(), ".npmrc") };
    const gate = [...args, "gate", "--base", "HEAD~1"];
    const { stdout } = await promisify(execFile)("npx", gate, { cwd: bench.repository, env });
    expect(stdout).toMatch(/^gate: pass /);
  }, 300_000);

  it.each(process.env.DEEP ? ALL : IN_GATE)(
    "goes from %s to a merged change and back to nothing running",
    async (name, installer) => {
      packed = await installPacked(installer, inject("tarball"));
      if (name.startsWith("npm")) await measure(name, packed.home);
      bench = await openBench(packed.program);
      const program = `'${process.execPath}' '${packed.program}'`;
      for (const words of ["demo", "approve @1"]) {
        const { code, out } = await bench.type(`${program} ${words}`);
        expect({ words, code, out }).toMatchObject({ code: 0 });
      }
      await untilMerged(bench);
      expect((await bench.run(["server", "down"])).out).toMatch(/^Stopped the engine/);
    },
    600_000,
  );
});
