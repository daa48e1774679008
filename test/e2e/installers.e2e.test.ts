import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
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

describe("a fresh home", () => {
  it.each(process.env.DEEP ? ALL : IN_GATE)(
    "goes from %s to a merged change and back to nothing running",
    async (_, installer) => {
      packed = await installPacked(installer);
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
