import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initFile } from "../local-engine/files/init-file.ts";
import { writePrivate } from "../local-engine/files/private-file.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { isSetUp } from "./is-set-up.ts";

let home = "";
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "countersign-set-up-")));
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_GLOBAL: "/dev/null" },
    });
  const shop = join(home, "shop");
  git(home, "init", "--quiet", "--initial-branch=main", shop);
  git(shop, "commit", "--quiet", "--allow-empty", "-m", "Begin");
  git(shop, "worktree", "add", "--quiet", "-b", "linked", join(home, "linked"));
  git(home, "clone", "--quiet", "--bare", shop, join(home, "bare.git"));
  git(home, "init", "--quiet", "--separate-git-dir", join(home, "kept"), join(home, "separate"));
  await mkdir(join(shop, "src", "deep"), { recursive: true });
  await mkdir(join(home, "plain"));
  await symlink(shop, join(home, "by-link"));
  await mkdir(join(home, "broken"));
  await writeFile(join(home, "broken", ".git"), "gitdir: /nowhere\n");
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
});

describe("isSetUp", () => {
  it.each([
    "shop",
    "shop/src/deep",
    "shop/.git",
    "linked",
    "by-link",
    "by-link/src",
    "bare.git",
    "separate",
  ])(
    "finds the repository around %s as a command does, and only once it is set up",
    async (name) => {
      const data = join(home, `data of ${name.replaceAll("/", "-")}`);
      const directory = join(home, name);
      expect(isSetUp(directory, data)).toBe(false);
      await writePrivate(initFile(data, { common: "/elsewhere/.git" }), {});
      expect(isSetUp(directory, data)).toBe(false);
      await writePrivate(initFile(data, await findWorkplace(directory)), {});
      expect(isSetUp(directory, data)).toBe(true);
    },
  );

  it.each(["plain", "broken", "nowhere"])("is false in %s", async (name) => {
    const data = join(home, "data");
    await writePrivate(initFile(data, { common: join(home, "shop", ".git") }), {});
    expect(isSetUp(join(home, name), data)).toBe(false);
  });
});
