import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processName } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acquireEngineLock, findEngineLockHolder } from "./engine-lock.ts";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "countersign-place-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("takePlace", () => {
  it("is held by one process until it leaves", async () => {
    const file = join(directory, "one");
    const leave = await acquireEngineLock(file);
    expect(await findEngineLockHolder(file)).toMatchObject({ pid: process.pid, match: "same" });
    await expect(acquireEngineLock(file)).rejects.toMatchObject({ code: "wrong_state" });
    await leave();
    expect(await findEngineLockHolder(file)).toBeNull();
    await (await acquireEngineLock(file))();
  });

  it("is free when its holder is gone", async () => {
    const file = join(directory, "two");
    const child = spawn(process.execPath, ["-e", "0"]);
    await writeFile(file, `${child.pid} 1\n`);
    await once(child, "exit");
    await (await acquireEngineLock(file))();
  });

  it.each([
    ["another start time", () => `${process.pid}.1`],
    ["another start time, as the first release wrote it", () => `${process.pid} 1`],
  ])("is free when its holder's number belongs to a process with %s", async (_, text) => {
    const file = join(directory, "three");
    await writeFile(file, `${text()}\n`);
    expect(await findEngineLockHolder(file)).toBeNull();
    await (await acquireEngineLock(file))();
  });

  it.each([
    ["without a start time", () => `${process.pid}.`, "unsure"],
    ["as the first release wrote it", () => processName().replace(".", " "), "same"],
  ])("is held by a process that is named %s", async (_, text, match) => {
    const file = join(directory, "four");
    await writeFile(file, `${text()}\n`);
    expect(await findEngineLockHolder(file)).toMatchObject({ pid: process.pid, match });
    await expect(acquireEngineLock(file)).rejects.toMatchObject({ code: "wrong_state" });
    await rm(file);
  });

  it("is free when a process got the number of its holder after the name was written", async () => {
    const file = join(directory, "five");
    await writeFile(file, `${process.pid}.\n`);
    await utimes(file, new Date(0), new Date(0));
    await (await acquireEngineLock(file))();
  });

  it("goes to one of many that find a dead holder's file at once", async () => {
    const file = join(directory, "six");
    for (let round = 0; round < 100; round += 1) {
      await writeFile(file, "4194399.1\n");
      const all = await Promise.allSettled(
        Array.from({ length: 8 }, () => acquireEngineLock(file)),
      );
      const taken = all.filter(({ status }) => status === "fulfilled");
      expect(taken).toHaveLength(1);
      await rm(file);
    }
  });

  it("is not kept from anybody by a removal that was killed", async () => {
    const file = join(directory, "seven");
    await writeFile(file, "4194399.1\n");
    await writeFile(`${file}.removal`, "");
    await (await acquireEngineLock(file))();
  });
});
