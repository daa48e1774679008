import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";

/** A person's or an agent's clone of a repository on the hub. */
export type WorkClone = {
  folder: string;
  git(...args: string[]): Promise<string>;
  /** Writes files, commits them and returns the commit. */
  commit(message: string, files: Readonly<Record<string, string>>): Promise<string>;
};

export type WorkCloneOptions = {
  cloneUrl: string;
  caPath: string;
  token: string;
  /** Author and committer of the commits. */
  email: string;
};

/** Creates an empty clone with the remote `origin`; it goes when the test file is done. */
export async function openWorkClone(options: WorkCloneOptions): Promise<WorkClone> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-clone-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const remote = new URL(options.cloneUrl);
  remote.username = "x-access-token";
  remote.password = options.token;
  const git = async (...args: string[]): Promise<string> => {
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_SSL_CAINFO: options.caPath,
    };
    const { stdout } = await promisify(execFile)("git", ["-C", folder, ...args], { env });
    return stdout.trimEnd();
  };
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "A");
  await git("config", "user.email", options.email);
  await git("remote", "add", "origin", remote.href);
  return {
    folder,
    git,
    async commit(message, files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }
      await git("add", "--all");
      await git("commit", "--quiet", "--allow-empty", "--message", message);
      return git("rev-parse", "HEAD");
    },
  };
}
