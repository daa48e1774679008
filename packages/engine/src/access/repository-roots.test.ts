import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { allowRoot, fileRoots, requireBelowRoot } from "./repository-roots.ts";

const folder = await realpath(await mkdtemp(join(tmpdir(), "countersign-roots-")));
const data = join(folder, "data");
const inside = join(folder, "inside");
await mkdir(inside);
afterAll(() => rm(folder, { recursive: true }));

describe("the roots of an engine", () => {
  it("are none until its owner lists one, once, in a file for its owner alone", async () => {
    const roots = fileRoots(data);
    expect(await roots()).toEqual([]);
    await symlink(inside, join(folder, "link"));
    await allowRoot(data, inside);
    await allowRoot(data, join(folder, "link"));

    expect(await roots()).toEqual([inside]);
    expect((await stat(join(data, "repository-roots.json"))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(join(data, "repository-roots.json"), "utf8"))).toEqual({
      roots: [inside],
    });
  });

  it.each([
    ["the root itself", [inside], true],
    ["what is below it", [join(inside, "a", "b")], true],
    ["a name that only begins alike", [`${inside}-not`], false],
    ["one path inside and one outside", [inside, folder], false],
  ])("decide about %s", async (_, paths, isAllowed) => {
    const answer = requireBelowRoot(async () => [inside, join(folder, "gone")], paths);
    if (isAllowed) await expect(answer).resolves.toBeUndefined();
    else await expect(answer).rejects.toMatchObject({ code: "forbidden" });
  });

  it("allow nothing when their file cannot be read", async () => {
    const broken = join(folder, "broken");
    await mkdir(broken);
    for (const text of ["", "[]", '{"roots":["relative"]}']) {
      await writeFile(join(broken, "repository-roots.json"), text);
      await expect(fileRoots(broken)()).rejects.toThrow("nothing can be registered");
    }
  });
});
