import { describe, expect, it } from "vitest";
import { openMirrored, pinBranchContent } from "../testing/open-mirror.ts";

const KEYS = ["package.json#scripts", "**/tsconfig*.json#compilerOptions.strict"];

describe("key changes", () => {
  it.each<[string, Record<string, [before: string | null, after: string | null]>, string[]]>([
    ["another key", { "package.json": ['{"a":1}', '{"a":2}'] }, []],
    [
      "other order and spaces",
      { "package.json": ['{"scripts":{"a":"1","b":"2"}}', '{ "scripts": {"b":"2","a":"1"} }'] },
      [],
    ],
    [
      "another value",
      { "package.json": ['{"scripts":{"a":"1"}}', '{"scripts":{"a":"2"}}'] },
      ["package.json#scripts"],
    ],
    [
      "a key deep inside, in a folder",
      {
        "web/tsconfig.app.json": [
          '{"compilerOptions":{"strict":true}}',
          '{"compilerOptions":{"strict":false}}',
        ],
      },
      ["web/tsconfig.app.json#compilerOptions.strict"],
    ],
    ["a new file", { "package.json": [null, '{"scripts":{}}'] }, ["package.json#scripts"]],
    ["a deleted file", { "package.json": ['{"scripts":{}}', null] }, ["package.json#scripts"]],
    ["a file in another folder", { "web/package.json": ["{}", '{"scripts":{}}'] }, []],
    ["text that is not JSON", { "package.json": ["{}", "{} // x"] }, ["package.json#scripts"]],
    ["a prototype", { "package.json": ["{}", '{"__proto__":{}}'] }, ["package.json#scripts"]],
  ])("sees %s", async (_, files, expected) => {
    const lab = openMirrored();
    lab.write("always", "here");
    for (const [path, [before]] of Object.entries(files)) if (before) lab.write(path, before);
    const base = lab.commit();
    for (const [path, [, after]] of Object.entries(files)) {
      if (after === null) lab.git("rm", "--quiet", path);
      else lab.write(path, after);
    }
    lab.commit();

    const change = await lab.mirror.readChange(await pinBranchContent(lab, base), KEYS);

    expect(change.keyChanges).toEqual(expected);
  });

  it("counts a file that was moved away as changed", async () => {
    const lab = openMirrored();
    lab.write("package.json", '{"scripts":{"test":"vitest run"}}\n');
    const base = lab.commit();
    lab.git("mv", "package.json", "package.old.json");
    lab.commit();

    const change = await lab.mirror.readChange(await pinBranchContent(lab, base), KEYS);

    expect(change.entries).toMatchObject([{ status: "renamed" }]);
    expect(change.keyChanges).toEqual(["package.json#scripts"]);
  });
});
