import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { hookFiles } from "../hook/files/hook-files.ts";
import { recordHookCall } from "../hook/sessions/hook-calls.ts";
import { worktreeCoverage } from "./worktree-coverage.ts";

/** A repository with three worktrees. */
async function openShop() {
  const home = await realpath(await mkdtemp(join(tmpdir(), "countersign-coverage-")));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const env = { HOME: home, XDG_DATA_HOME: join(home, "data") };
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd: join(home, cwd),
      env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_GLOBAL: "/dev/null" },
    });
  git(".", "init", "--quiet", "--initial-branch=main", "shop");
  await writeFile(join(home, "shop", "a.txt"), "1\n");
  git("shop", "add", "-A");
  git("shop", "commit", "--quiet", "-m", "first");
  for (const name of ["one", "two", "gone"])
    git("shop", "worktree", "add", "--quiet", "-b", `work/${name}`, join(home, name));
  await rm(join(home, "gone"), { recursive: true });
  const common = join(home, "shop", ".git");
  return {
    git,
    write: (path: string) => writeFile(join(home, path), "changed\n"),
    hear: (root: string, atMs = Date.now()) =>
      recordHookCall(hookFiles({ directory: join(home, "data", "countersign") }), {
        agent: "codex",
        common,
        root: join(home, root),
        atMs,
      }),
    async look(submitted: readonly string[] = []) {
      const found = await worktreeCoverage(common, env, async (root) =>
        submitted.includes(root.slice(home.length + 1)),
      );
      return Object.fromEntries(
        found.map(({ root, agent, isUnreported }) => [
          root.slice(home.length + 1),
          isUnreported ? "unreported" : (agent ?? "quiet"),
        ]),
      );
    },
  };
}

it("names worktrees with work in which no hook was heard", async () => {
  const { git, write, hear, look } = await openShop();
  expect(await look()).toEqual({ shop: "quiet", one: "quiet", two: "quiet" });
  await write("shop/a.txt");
  await write("one/new.txt");
  await write("two/a.txt");
  expect(await look()).toEqual({ shop: "quiet", one: "unreported", two: "unreported" });
  expect(await look(["two"])).toEqual({ shop: "quiet", one: "unreported", two: "quiet" });
  git("two", "commit", "--quiet", "--all", "-m", "by an agent");
  expect(await look()).toMatchObject({ two: "unreported" });
  await hear("one");
  await hear("two", 1_000); // in an earlier worktree of that path
  expect(await look()).toEqual({ shop: "quiet", one: "codex", two: "unreported" });
});
