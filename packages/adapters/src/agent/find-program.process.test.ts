import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram } from "./find-program.ts";

let root = "";
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "find-program-")));
  for (const place of [
    "empty",
    "bin",
    "lib/node_modules/@vendor/tool/bin",
    "share",
    "bin/folder",
  ]) {
    await mkdir(join(root, place), { recursive: true });
  }
  const script = join(root, "lib/node_modules/@vendor/tool/bin/tool.js");
  await writeFile(script, "#!/usr/bin/env node\n", { mode: 0o755 });
  await symlink(script, join(root, "bin/tool"));
  await writeFile(join(root, "share/single"), "", { mode: 0o755 });
  await symlink(join(root, "share/single"), join(root, "bin/single"));
  await writeFile(join(root, "empty/tool"), "not a program");
  await chmod(join(root, "empty/tool"), 0o644);
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const find = (name: string) => findProgram(name, `${root}/empty:relative:${root}/bin:/bin`);

describe("findProgram", () => {
  it("finds a package's program and shows the packages beside it", async () => {
    expect(await find("tool")).toEqual({
      path: `${root}/lib/node_modules/@vendor/tool/bin/tool.js`,
      readable: [`${root}/lib/node_modules`],
    });
  });

  it("shows one file alone, never the directory that it lies in", async () => {
    expect(await find("single")).toEqual({
      path: `${root}/share/single`,
      readable: [`${root}/share/single`],
    });
  });

  it("shows nothing more for what belongs to the system", async () => {
    expect(await find("sh")).toMatchObject({ readable: [] });
  });

  it("takes a whole path as it is", async () => {
    expect(await find(`${root}/bin/single`)).toMatchObject({ path: `${root}/share/single` });
  });

  it.each(["nothing", "folder", "/no/such/program"])("does not find %s", async (name) => {
    expect(await find(name)).toBeNull();
  });
});
