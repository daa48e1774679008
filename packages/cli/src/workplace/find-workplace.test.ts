import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findWorkplace } from "./find-workplace.ts";

const run = promisify(execFile);
let directory = "";
let main = "";

async function git(cwd: string, ...args: string[]): Promise<void> {
  const name = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  await run("git", [...name, ...args], { cwd });
}

beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), "countersign-place-")));
  main = join(directory, "shop");
  await mkdir(join(main, "src", "deep"), { recursive: true });
  await git(main, "init", "--quiet", "--initial-branch=main");
  await git(main, "commit", "--quiet", "--allow-empty", "-m", "first");
  await git(main, "worktree", "add", "--quiet", "-b", "agent/fix", join(directory, "fix"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("findWorkplace", () => {
  it("finds the repository and branch from any directory below", async () => {
    expect(await findWorkplace(join(main, "src", "deep"))).toEqual({
      repository: main,
      root: main,
      common: join(main, ".git"),
      branch: "main",
    });
  });

  it("finds the main directory from a linked worktree", async () => {
    expect(await findWorkplace(join(directory, "fix"))).toEqual({
      repository: main,
      root: join(directory, "fix"),
      common: join(main, ".git"),
      branch: "agent/fix",
    });
  });

  it("knows no branch where a commit is checked out", async () => {
    await git(join(directory, "fix"), "checkout", "--quiet", "--detach");
    expect((await findWorkplace(join(directory, "fix"))).branch).toBeNull();
  });

  it("runs nothing that the repository configures", async () => {
    const mark = join(directory, "mark");
    await writeFile(join(directory, "evil"), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    await git(main, "config", "core.fsmonitor", join(directory, "evil"));
    await findWorkplace(main);
    await expect(realpath(mark)).rejects.toThrow("ENOENT");
  });

  it("says what to do outside of any repository", async () => {
    await expect(findWorkplace(directory)).rejects.toMatchObject({
      code: "invalid_input",
      hint: "Change to a repository, or use --repo <path>",
    });
  });
});
