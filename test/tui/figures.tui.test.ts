import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

const CWD = fileURLToPath(new URL(".", import.meta.url));

/*
 * With 10,000 tasks and a change of 40,000 lines. The figures are printed; what is asked of a machine that
 * may be busy is far more than what they are.
 */
const figures: Record<string, number> = {};
let terminal: OpenTerminal;

beforeAll(async () => {
  const started = performance.now();
  terminal = openTerminal({
    command: process.execPath,
    args: [inject("sampleProgram"), "large"],
    cwd: CWD,
    env: { PATH: process.env.PATH ?? "" },
    columns: 120,
    rows: 40,
  });
  await terminal.until("countersign  shop-api");
  figures.firstFrameMs = Math.round(performance.now() - started);
  await terminal.until("REVIEW PENDING");
  figures.boardMs = Math.round(performance.now() - started);
});
afterAll(async () => {
  process.stdout.write(`terminal figures ${JSON.stringify(figures)}\n`);
  await terminal.close();
});

/** From the key to the last byte of what it changed. */
async function keyToFrame(key: string): Promise<number> {
  const before = terminal.output().length;
  const pressed = performance.now();
  terminal.write(key);
  let last = pressed;
  let length = before;
  for (const end = pressed + 5_000; performance.now() < end; await pause(1)) {
    const now = terminal.output().length;
    if (now !== length) {
      length = now;
      last = performance.now();
    } else if (now > before && performance.now() - last > 30) break;
  }
  return last - pressed;
}

async function p95Of(keys: readonly string[]): Promise<number> {
  const taken: number[] = [];
  for (const key of keys) {
    taken.push(await keyToFrame(key));
    await pause(60);
  }
  return Math.round(
    taken.toSorted((one, other) => one - other)[Math.floor(taken.length * 0.95)] ?? 0,
  );
}

const TIMES = Math.max(20, Math.ceil(100 * inject("scale")));
const SLOWEST_MS = 2_000;

describe("with 10,000 tasks and 40,000 lines", () => {
  it("moves on the board", async () => {
    await terminal.quiet(1_000);
    figures.boardKeyP95Ms = await p95Of(
      Array.from({ length: TIMES }, (_, at) => (at % 4 < 2 ? "j" : "k")),
    );
    expect(figures.boardKeyP95Ms).toBeLessThan(SLOWEST_MS);
  });

  it("moves through the change", async () => {
    await terminal.press("R");
    await terminal.until("REVIEW SUMMARY");
    await terminal.press("Enter");
    await terminal.until("REVIEW TASK");
    await terminal.until("src/big.ts (new file, 40000 lines)");
    await terminal.press("D");
    await terminal.until("DIFF");
    await terminal.press("J", "J", "j");
    await terminal.press("Enter");
    await terminal.press("G");
    await terminal.press("g");
    await terminal.quiet(1_000);
    figures.diffKeyP95Ms = await p95Of(
      Array.from({ length: TIMES }, (_, at) => (at % 10 === 9 ? "\u001b[6~" : "j")),
    );
    expect(figures.diffKeyP95Ms).toBeLessThan(SLOWEST_MS);
  });

  it("is nearly silent when nothing happens, and small", async () => {
    await terminal.quiet(1_000);
    const before = Buffer.byteLength(terminal.output());
    await pause(5_000);
    figures.idleBytesPerSecond = Math.round((Buffer.byteLength(terminal.output()) - before) / 5);
    figures.memoryMb = memoryOf(terminal.pid);
    expect(figures.idleBytesPerSecond).toBeLessThan(200);
    expect(figures.memoryMb).toBeLessThan(1_000);
  });
});

/** What the process has in memory, where the kernel says it. */
function memoryOf(pid: number): number {
  if (process.platform !== "linux") return 0;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}
