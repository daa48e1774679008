import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

export type Ended = { code: number; out: string; err: string };

/** A repository with one commit on main, in a home of its own. */
export type ScratchRepository = {
  folder: string;
  root: string;
  env: Readonly<Record<string, string>>;
  git(...args: string[]): Promise<string>;
  write(path: string, content: string): Promise<void>;
  commit(message: string): Promise<string>;
  run(program: string, args: readonly string[], more?: Record<string, string>): Promise<Ended>;
  remove(): Promise<void>;
};

/** Split, so that no scanner takes this file for a leak. */
const KEY = ["AKIA", "Z3QW7RTYPLK2MNBV"].join("");
export const LEAK = `export const key = "${KEY}";\n`;

export async function openScratchRepository(): Promise<ScratchRepository> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "countersign-ci-")));
  const root = join(folder, "shop");
  await mkdir(root);
  const who = { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" };
  // npm reaches its registry as this machine is set up, and keeps its cache.
  const cache = join(homedir(), ".npm");
  const machine = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(?:GIT|CI|GITHUB)_?/.test(entry[0]),
  );
  const env = {
    ...Object.fromEntries(machine),
    ...{ HOME: folder, TMPDIR: folder, npm_config_cache: cache, npm_config_prefer_offline: "true" },
    ...{ ...who, GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.com" },
  };
  const git = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)("git", args, { cwd: root, env })).stdout.trim();
  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  const commit = async (message: string): Promise<string> => {
    await git("add", "--all");
    await git("commit", "--quiet", "--message", message);
    return await git("rev-parse", "HEAD");
  };
  const run: ScratchRepository["run"] = async (program, args, more = {}) => {
    const child = spawn(program, args, { cwd: root, env: { ...env, ...more }, stdio: "pipe" });
    child.stdin.end();
    const ended = once(child, "close");
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await ended;
    return { code, out, err };
  };
  await git("init", "--quiet", "--initial-branch=main");
  await write("a.js", "export const add = (a, b) => a + b;\n");
  await commit("First");
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, root, env, git, write, commit, run, remove };
}
