import { chmod, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EngineFiles, engineFiles } from "../files/engine-files.ts";
import { readCheckPath, recordCheckPath } from "./check-path.ts";

let root = "";
let files: EngineFiles;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "check-path-")));
  files = engineFiles(join(root, "data"));
  for (const name of ["tools", "shop/bin", "app/node_modules/.bin", "open"]) {
    await mkdir(join(root, name), { recursive: true });
  }
  await chmod(join(root, "open"), 0o777);
  await symlink(join(root, "shop", "bin"), join(root, "link"));
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

const record = async (...folders: string[]): Promise<readonly string[]> => {
  await recordCheckPath(files, { PATH: folders.join(":") }, join(root, "shop"));
  return await readCheckPath(files.settings);
};

describe("recordCheckPath", () => {
  it("stores the folders of the owner's search path in order, each once", async () => {
    const tools = join(root, "tools");
    expect(await record("/usr/bin", `${tools}/`, tools, "/bin")).toEqual([
      "/usr/bin",
      tools,
      "/bin",
    ]);
    expect(await record("/usr/bin")).toEqual(["/usr/bin"]);
  });

  it.each([
    ["a folder of the repository", () => join(root, "shop", "bin")],
    ["a link into the repository", () => join(root, "link")],
    ["programs of packages", () => join(root, "app", "node_modules", ".bin")],
    ["a folder that every account can write", () => join(root, "open")],
    ["a folder that is not there", () => join(root, "none")],
    ["a folder that is relative", () => "bin"],
    ["an empty entry, which is the current folder", () => ""],
  ])("leaves out %s", async (_, folder) => {
    expect(await record(folder(), "/usr/bin")).toEqual(["/usr/bin"]);
  });
});

it("reads none where nothing was stored", async () => {
  expect(await readCheckPath(files.settings)).toEqual([]);
});
