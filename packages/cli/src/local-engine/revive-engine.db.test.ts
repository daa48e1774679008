import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Bench, openBench } from "../testing/bench.ts";
import { engineFiles } from "./files/engine-files.ts";
import { readRunFile } from "./files/run-file.ts";
import { reviveEngine } from "./revive-engine.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});

const revive = (started: string[]) => {
  const { program, env, data } = bench;
  const onStart = () => started.push("start");
  return reviveEngine({ files: engineFiles(data), program, env, reason: "needed", onStart });
};

it("starts an engine that died again, and leaves one alone that a person stopped", async () => {
  const started: string[] = [];
  expect(await revive(started)).toBeNull();
  expect(await bench.run(["server", "up"])).toMatchObject({ code: 0 });
  const first = await readRunFile(engineFiles(bench.data).run);
  if (first === null) throw new Error("No engine runs");
  expect(await revive(started)).toMatchObject({ instance: first.instance });
  expect(started).toEqual([]);

  process.kill(first.pid, "SIGKILL");
  await sleep(500);
  const second = await revive(started);
  expect(started).toEqual(["start"]);
  expect(second?.instance).not.toBe(first.instance);

  expect(await bench.run(["server", "down"])).toMatchObject({ code: 0 });
  expect(await revive(started)).toBeNull();
  expect(started).toEqual(["start"]);
});
