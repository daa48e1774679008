import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { installPacked, npm, type Packed } from "../e2e/install-packed.ts";
import { LEAK, openScratchRepository, type ScratchRepository } from "./scratch-repository.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const LEFTHOOK = join(
  ...[import.meta.dirname, "node_modules", "lefthook-linux-x64", "bin", "lefthook"],
);

let packed: Packed;
let scratch: ScratchRepository;
let installed: { PATH: string };

beforeAll(async () => {
  packed = await installPacked(npm(null, "--ignore-scripts", "--omit=optional"), inject("tarball"));
  return async () => await packed.remove();
});

/** A repository in which a key is staged, on a machine where countersign is installed. */
async function stageLeak(): Promise<void> {
  scratch = await openScratchRepository();
  const programs = join(scratch.folder, "bin");
  await mkdir(programs);
  await symlink(
    join(packed.home, "node_modules", ".bin", "countersign"),
    join(programs, "countersign"),
  );
  installed = { PATH: `${programs}:${scratch.env.PATH}` };
  await scratch.write("leak.js", LEAK);
  await scratch.git("add", "leak.js");
}
afterEach(async () => {
  await scratch.remove();
});

/** A commit is refused by the gate, and made once the key is gone. */
async function expectBlocked(): Promise<void> {
  const before = await scratch.git("rev-parse", "HEAD");
  const blocked = await scratch.run("git", ["commit", "-m", "Add a key"], installed);
  expect(blocked.code, blocked.out + blocked.err).not.toBe(0);
  expect(blocked.out + blocked.err).toContain("gate: fail");
  expect(await scratch.git("rev-parse", "HEAD")).toBe(before);

  await scratch.write("leak.js", "export const key = process.env.KEY;\n");
  await scratch.git("add", "leak.js");
  const made = await scratch.run("git", ["commit", "-m", "Read the key"], installed);
  expect(made.code, made.out + made.err).toBe(0);
}

describe("the git hooks of docs/ci.md", () => {
  it("pre-commit tries the hook of this repository, which blocks a key", async () => {
    await stageLeak();
    const args = ["try-repo", REPOSITORY, "countersign-gate", "--verbose"];
    const ended = await scratch.run("pre-commit", args, installed);

    expect(ended.code, ended.out + ended.err).toBe(1);
    expect(ended.out).toContain("gate: fail");
  });

  it("lefthook blocks a key", async () => {
    await stageLeak();
    const hook =
      "pre-commit:\n  commands:\n    countersign:\n      run: countersign gate --staged\n";
    await scratch.write("lefthook.yml", hook);
    const set = await scratch.run(LEFTHOOK, ["install"], installed);
    expect(set.code, set.err).toBe(0);
    installed = { PATH: `${join(LEFTHOOK, "..")}:${installed.PATH}` };
    await expectBlocked();
  });

  it("husky's line blocks a key", async () => {
    await stageLeak();
    const hooks = join(scratch.root, ".husky");
    await mkdir(hooks);
    await writeFile(join(hooks, "pre-commit"), "countersign gate --staged\n");
    await chmod(join(hooks, "pre-commit"), 0o755);
    await scratch.git("config", "core.hooksPath", ".husky");
    await expectBlocked();
  });
});
