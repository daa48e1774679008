import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Bench, openBench } from "../../testing/bench.ts";
import { engineFiles } from "../files/engine-files.ts";

const PROJECT = "postgres://app@127.0.0.1:1/project";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(async () => {
  await bench.close();
});

it("keeps a project's DATABASE_URL from the engine, and says which variable it reads", async () => {
  const { code, err } = await bench.run(["server", "up"], { env: { DATABASE_URL: PROJECT } });
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(err).toContain("DATABASE_URL is not used");
  expect(err).toContain("set COUNTERSIGN_DATABASE_URL");
  const { pid } = JSON.parse(await readFile(engineFiles(bench.data).run, "utf8"));
  expect(await readFile(`/proc/${pid}/environ`, "utf8")).not.toContain(PROJECT);
  expect(await bench.run(["status"], { env: { DATABASE_URL: PROJECT } })).toMatchObject({
    code: 0,
  });
});

it("runs an engine over the directory that COUNTERSIGN_DATA names", async () => {
  const env = { COUNTERSIGN_DATA: join(bench.directory, "own") };
  expect(await bench.run(["server", "up"], { env })).toMatchObject({ code: 0 });
  expect(await bench.run(["status"], { env })).toMatchObject({ code: 0 });
  expect((await bench.run(["server", "down"], { env })).out).toMatch(/^Stopped the engine/);
});

it("refuses the names of release 0.1 rather than start over another database", async () => {
  const env = { DATABASE_URL: PROJECT, DATABASE_WORKER_URL: PROJECT };
  const { code, err } = await bench.run(["server", "run"], { env });
  expect(code).toBe(2);
  expect(err).toContain("DATABASE_WORKER_URL is set, but not COUNTERSIGN_DATABASE_URL");
  expect(err).toContain("Rename the variables");
});
