import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeHolder, takePlace } from "./engine-place.ts";

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
    const leave = await takePlace(file);
    expect(await placeHolder(file)).toBe(process.pid);
    await expect(takePlace(file)).rejects.toMatchObject({ code: "wrong_state" });
    await leave();
    expect(await placeHolder(file)).toBeNull();
    await (await takePlace(file))();
  });

  it("is free when its holder is gone", async () => {
    const file = join(directory, "two");
    const child = spawn(process.execPath, ["-e", "0"]);
    await writeFile(file, `${child.pid} 1\n`);
    await once(child, "exit");
    await (await takePlace(file))();
  });

  it.runIf(process.platform === "linux")(
    "is free when its holder's number belongs to another",
    async () => {
      const file = join(directory, "three");
      await writeFile(file, `${process.pid} 1\n`);
      expect(await placeHolder(file)).toBeNull();
      await (await takePlace(file))();
    },
  );
});
