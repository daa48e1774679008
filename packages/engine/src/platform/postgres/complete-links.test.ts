import { lstat, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { completeLinks } from "./complete-links.ts";

let folder: string;
let native: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-links-"));
  native = join(folder, "native");
  await mkdir(join(native, "lib", "postgresql"), { recursive: true });
  const link = (source: string, target: string) => ({ source, target });
  const list = [
    link("native/lib/libpq.so.5.18", "native/lib/libpq.so.5"),
    link("native/lib/libpq.so.5.18", "native/lib/postgresql/libpq.so"),
  ];
  await writeFile(join(native, "pg-symlinks.json"), JSON.stringify(list));
  await writeFile(join(native, "lib", "libpq.so.5.18"), "");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("completeLinks", () => {
  it("creates the links that an installer left out", async () => {
    expect(await completeLinks(native)).toEqual([]);
    expect(await readlink(join(native, "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
    expect(await readlink(join(native, "lib/postgresql/libpq.so"))).toBe("../libpq.so.5.18");
  });

  it("leaves links as they are", async () => {
    await completeLinks(native);
    const before = await lstat(join(native, "lib", "libpq.so.5"));
    expect(await completeLinks(native)).toEqual([]);
    expect((await lstat(join(native, "lib", "libpq.so.5"))).ino).toBe(before.ino);
  });

  it.each([
    ["a listed link to another library", "lib/libpq.so.5"],
    ["a link that is not listed", "lib/libssl.so"],
  ])("answers with %s", async (_, path) => {
    await symlink("/tmp/other.so", join(native, path));
    expect(await completeLinks(native)).toEqual([join(native, path)]);
  });

  it("fails where the list is missing", async () => {
    await rm(join(native, "pg-symlinks.json"));
    await expect(completeLinks(native)).rejects.toThrow("ENOENT");
  });
});
