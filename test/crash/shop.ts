import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A repository with its target checked out, and a branch of an agent's work for every task. */
export type Shop = {
  path: string;
  git(...args: string[]): string;
  /** Makes a branch off the first commit with one file of its own. */
  branch(name: string, file: string, text: string): void;
  /** A worktree of a branch, for work that is started anew. */
  worktree(branch: string): string;
  /** Locks that somebody left behind. */
  locks(): string[];
};

const WHO = ["-c", "user.name=Ada", "-c", "user.email=ada@acme.test"];

export function openShop(folder: string, policy: object): Shop {
  const path = join(folder, "shop");
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_GLOBAL: "/dev/null" };
  const run = (args: readonly string[], input?: string) =>
    execFileSync("git", [...WHO, ...args], { cwd: path, env, input, stdio: "pipe" })
      .toString("utf8")
      .trimEnd();
  const git = (...args: string[]) => run(args);
  mkdirSync(path, { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  writeFileSync(join(path, "countersign.json"), `${JSON.stringify(policy, null, 2)}\n`);
  writeFileSync(join(path, "shared.txt"), "shared\n");
  git("add", "-A");
  git("commit", "--quiet", "-m", "Begin");
  const first = git("rev-parse", "HEAD");
  return {
    path,
    git,
    branch(name, file, text) {
      const commit = [
        `commit refs/heads/${name}`,
        "committer Ada <ada@acme.test> 1700000000 +0000",
        "data 4",
        "Work",
        `from ${first}`,
        `M 100644 inline ${file}`,
        `data ${Buffer.byteLength(text)}`,
        text,
        "",
      ];
      run(["fast-import", "--quiet", "--force"], commit.join("\n"));
    },
    worktree(branch) {
      const at = join(folder, "worktrees", branch);
      git("worktree", "add", "--quiet", at, branch);
      return at;
    },
    locks: () =>
      readdirSync(join(path, ".git"), { recursive: true, encoding: "utf8" }).filter(
        (name) =>
          /\.lock$|countersign/.test(name) && !/^(?:logs\/)?refs\/countersign(?:\/|$)/.test(name),
      ),
  };
}
