import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FileChange } from "./plan-files.ts";
import { writeFileChanges } from "./write-file-changes.ts";

let root = "";
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "countersign-write-")));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

function change(
  name: string,
  found: string | null,
  after: string,
  folders: string[] = [],
): FileChange {
  const path = join(root, name);
  const edit = { kind: "whole" as const, text: after };
  const made = folders.map((folder) => join(root, folder));
  const done = { path, shown: name, within: root, edit, before: found, after, folders: made };
  const is = found === null ? "new" : "edit";
  return { is, done, found, text: after, executable: false, isLive: false };
}

async function text(name: string): Promise<string | null> {
  return await readFile(join(root, name), "utf8").catch(() => null);
}

describe("writeFiles", () => {
  it("keeps the permissions of what it edits, and makes the folders of what is new", async () => {
    await writeFile(join(root, "a"), "one", { mode: 0o640 });
    await writeFileChanges([change("a", "one", "two"), change("d/e/b", null, "new", ["d", "d/e"])]);
    expect([await text("a"), await text("d/e/b")]).toEqual(["two", "new"]);
    expect((await stat(join(root, "a"))).mode & 0o777).toBe(0o640);
  });

  it("writes nothing when a file is no longer what was shown", async () => {
    await writeFile(join(root, "a"), "one");
    await writeFile(join(root, "b"), "changed since");
    const changes = [change("a", "one", "two"), change("b", "as shown", "new")];
    await expect(writeFileChanges(changes)).rejects.toThrow("b was changed during the setup");
    expect(await text("a")).toBe("one");
  });

  it("takes back what it has written when something fails on the way", async () => {
    await writeFile(join(root, "a"), "one");
    await mkdir(join(root, "d"));
    const changes = [
      change("a", "one", "two"),
      change("d/new", null, "new"),
      change("missing/b", null, "cannot be written"),
    ];
    await expect(writeFileChanges(changes)).rejects.toThrow("ENOENT");
    expect([await text("a"), await text("d/new")]).toEqual(["one", null]);
  });
});
