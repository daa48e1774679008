import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type GateLab, openGateLab } from "./testing/gate-lab.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Seconds that nobody else sleeps, to know a check by. */
const FIRST = 40_000 + (process.pid % 10_000);

function isSleeping(seconds: number): boolean {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => commandOf(pid) === `sleep\0${seconds}\0`);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return ""; // it has ended
  }
}

async function until(isThere: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !isThere(); tries += 1) await sleep(100);
  expect(isThere()).toBe(true);
}

/** Ends a gate in the middle of a check that has a child of its own. */
async function interrupt(
  lab: GateLab,
  signal: NodeJS.Signals,
  seconds: number,
): Promise<unknown[]> {
  const check = { id: "slow", run: `sleep ${seconds} & sleep ${seconds}` };
  const config = { version: 1, preset: "fast", prepare: { run: null }, checks: [check] };
  lab.write("countersign.json", JSON.stringify(config));
  lab.commit();
  lab.write("b.js", "export const b = 2;\n");
  lab.commit();
  const child = spawn(process.execPath, [MAIN, "gate"], { cwd: lab.repository, env: lab.env });
  const ended = once(child, "close");
  await until(() => isSleeping(seconds));
  expect(lab.leftBehind()).not.toEqual([]);
  child.kill(signal);
  return await ended;
}

it("Ctrl+C in the middle of a check, or its end by a service, leaves no process and no directory", async () => {
  const signals = ["SIGINT", "SIGTERM"] as const;
  await Promise.all(
    signals.map(async (signal, index) => {
      const lab = openGateLab();
      const seconds = FIRST + index;
      expect(await interrupt(lab, signal, seconds)).toEqual([130, null]);
      expect(isSleeping(seconds)).toBe(false);
      expect(lab.leftBehind()).toEqual([]);
      expect(lab.git("status", "--porcelain")).toBe("");
    }),
  );
});
