import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { capLog, tailLog } from "./cap-log.ts";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "countersign-log-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("capLog", () => {
  it("moves a large log aside and keeps one old one", async () => {
    const file = join(directory, "a.log");
    await writeFile(file, "x".repeat(100));
    expect(await capLog(file, 100)).toBe(false);
    expect(await capLog(file, 99)).toBe(true);
    await appendFile(file, "new\n");
    expect(await readFile(file, "utf8")).toBe("new\n");
    expect(await readFile(`${file}.1`, "utf8")).toBe("x".repeat(100));
  });

  it("does nothing where there is no log", async () => {
    expect(await capLog(join(directory, "none"))).toBe(false);
  });
});

describe("tailLog", () => {
  it("reads the last lines and not more of the file than it may", async () => {
    const file = join(directory, "b.log");
    await writeFile(file, "one\ntwo\nthree\n");
    expect(await tailLog(file, 2)).toEqual(["two", "three"]);
    expect(await tailLog(file, 10, 7)).toEqual(["", "three"]);
    expect(await tailLog(join(directory, "none"), 2)).toEqual([]);
  });
});
