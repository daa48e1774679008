import { access, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../testing/bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});

async function running(): Promise<{ running: boolean; pid: number; url: string }> {
  return JSON.parse((await bench.run(["server", "status", "--json"])).out).data;
}

describe("the local engine", () => {
  it("is not started by looking whether it runs", async () => {
    const { code, out } = await bench.run(["server", "status"]);
    expect(code).toBe(7);
    expect(out).toContain("No engine is running.");
  });

  it("is started once by several commands at once, and used by all of them", async () => {
    const ended = await Promise.all([1, 2, 3].map(() => bench.run(["status", "--json=url"])));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(new Set(ended.map(({ out }) => JSON.parse(out).data.url)).size).toBe(1);
    const log = await readFile(join(bench.data, "engine.log"), "utf8");
    expect(log.match(/"engine_ready"/g)).toHaveLength(1);
  });

  it("keeps what opens it for its owner alone", async () => {
    for (const name of ["engine.json", "credentials.json", "engine.log"]) {
      expect((await stat(join(bench.data, name))).mode & 0o777).toBe(0o600);
    }
  });

  it("is one also when the command that started it did not wait", async () => {
    await bench.run(["server", "down"]);
    expect((await bench.run(["status", "--timeout", "1s"])).code).toBe(3);
    expect((await bench.run(["status"])).code).toBe(0);
    const log = await readFile(join(bench.data, "engine.log"), "utf8");
    expect(log.match(/"engine_ready"/g)).toHaveLength(2);
  });

  it("refuses a second one over the same data", async () => {
    const { code, err } = await bench.run(["server", "run"]);
    expect(code).toBe(6);
    expect(err).toContain("An engine is already running or starting");
  });

  it("starts again after it was killed, with the same credentials", async () => {
    const before = await running();
    const token = await bench.humanToken();
    process.kill(before.pid, "SIGKILL");
    expect((await bench.run(["inbox"])).code).toBe(0);
    const after = await running();
    expect(after.pid).not.toBe(before.pid);
    expect(await bench.humanToken()).toBe(token);
  });

  it("ends with its database when it is told to", async () => {
    const { pid } = await running();
    const { code } = await bench.run(["server", "down"]);
    expect(code).toBe(0);
    expect(isAlive(pid)).toBe(false);
    for (const name of [
      "engine.json",
      "engine.lock",
      "engine.pid",
      join("postgres-18", "postmaster.pid"),
    ]) {
      await expect(access(join(bench.data, name))).rejects.toThrow("ENOENT");
    }
    expect((await bench.run(["server", "down"])).out).toBe("No engine is running.\n");
  });
});
