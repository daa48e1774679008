import { execFile } from "node:child_process";
import { promisify } from "node:util";

const IDENTITY = {
  GIT_AUTHOR_NAME: "GitHub",
  GIT_AUTHOR_EMAIL: "noreply@github.com",
  GIT_COMMITTER_NAME: "GitHub",
  GIT_COMMITTER_EMAIL: "noreply@github.com",
};

/** Runs git in a bare repository of the hub and returns its output without the last line break. */
export async function runGit(gitDir: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: gitDir, GIT_CONFIG_NOSYSTEM: "1", ...IDENTITY };
  const options = { env, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)("git", ["--git-dir", gitDir, ...args], options);
  return stdout.trimEnd();
}

/** Like `runGit`, but null if git refuses. */
export async function tryGit(gitDir: string, args: readonly string[]): Promise<string | null> {
  return runGit(gitDir, args).catch(() => null);
}
