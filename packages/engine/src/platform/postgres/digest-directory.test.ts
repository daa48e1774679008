import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestDirectory } from "./digest-directory.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "countersign-digest-"));
  await mkdir(join(directory, "bin"));
  await writeFile(join(directory, "bin", "initdb"), "one");
  await writeFile(join(directory, "notes"), "two");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("digestDirectory", () => {
  it("gives the same digest for the same files", async () => {
    expect(await digestDirectory(directory)).toBe(await digestDirectory(directory));
  });

  it("leaves out symbolic links, which installers create", async () => {
    const before = await digestDirectory(directory);
    await symlink("initdb", join(directory, "bin", "init"));
    expect(await digestDirectory(directory)).toBe(before);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a changed byte", () => writeFile(join(directory, "notes"), "twO")],
    ["an added file", () => writeFile(join(directory, "bin", "more"), "")],
    ["a removed file", () => rm(join(directory, "notes"))],
  ])("notices %s", async (_, change) => {
    const before = await digestDirectory(directory);
    await change();
    expect(await digestDirectory(directory)).not.toBe(before);
  });
});
