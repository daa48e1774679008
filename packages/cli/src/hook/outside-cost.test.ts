import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initFile } from "../local-engine/files/init-file.ts";
import { writePrivate } from "../local-engine/files/private-file.ts";
import { type Bench, openBench } from "../testing/bench.ts";

const MAX_EXTRA_MS = 50;
/** An empty program takes at most this long on a machine that does nothing else. */
const QUIET_EMPTY_MS = 60;
const RUNS = 30;
/** A busy machine may spoil a series; a slow hook spoils all of them. */
const SERIES = 3;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  // Other repositories were set up on this machine, so the hook must look closely at this one.
  await writePrivate(initFile(bench.data, { common: "/elsewhere/.git" }), {});
});
afterAll(async () => {
  await bench.close();
});

/** How long a program ran, in milliseconds. */
function timed(args: readonly string[]): number {
  const input = JSON.stringify({ session_id: "s1", cwd: bench.repository, tool_name: "Write" });
  const startedMs = performance.now();
  const ended = spawnSync(process.execPath, args, {
    input,
    cwd: bench.repository,
    env: bench.env,
    encoding: "utf8",
  });
  const tookMs = performance.now() - startedMs;
  expect(ended).toMatchObject({ status: 0, stdout: "", stderr: "" });
  return tookMs;
}

/**
 * The 95th percentile of hooks above that of an empty program, both run in turn. While other tests keep the
 * machine busy, both take longer, so the difference is scaled back to a quiet machine.
 */
function extraMs(): number {
  const empty: number[] = [];
  const hooks: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    empty.push(timed(["-e", ""]));
    hooks.push(timed([bench.program, "hook", "claude-code", "post-tool-use"]));
  }
  const slowdown = Math.max(1, percentile(empty, 0.5) / QUIET_EMPTY_MS);
  return (percentile(hooks, 0.95) - percentile(empty, 0.95)) / slowdown;
}

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? Number.NaN;
}

describe("a hook outside the repositories that were set up", () => {
  it(`takes at most ${MAX_EXTRA_MS} ms longer than an empty program and prints nothing`, () => {
    const series: number[] = [];
    do series.push(extraMs());
    while (series.length < SERIES && Math.min(...series) > MAX_EXTRA_MS);
    expect(Math.min(...series)).toBeLessThanOrEqual(MAX_EXTRA_MS);
  }, 240_000);
});
