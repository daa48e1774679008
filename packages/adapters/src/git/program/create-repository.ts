import { mkdir } from "node:fs/promises";
import { findGit } from "./git-settings.ts";
import { runGit } from "./run-git.ts";

/** A branch of a new repository: one commit on top of another branch, or the first commit. */
export type NewBranch = {
  name: string;
  from?: string;
  author: string;
  message: string;
  files: Readonly<Record<string, string>>;
};

/** Creates a bare repository with branches in a new directory. */
export async function createRepository(
  path: string,
  branches: readonly NewBranch[],
  { atSeconds, git }: { atSeconds: number; git?: string | undefined },
): Promise<void> {
  await mkdir(path, { recursive: false });
  const settings = { binary: findGit(git), home: path, timeoutMs: 30_000 };
  const [first = { name: "main" }] = branches;
  await runGit(settings, {
    gitDir: path,
    args: ["init", "--bare", "--quiet", "--template=", `--initial-branch=${first.name}`],
  });
  const input = branches.map((branch) => commitOf(branch, atSeconds)).join("");
  await runGit(settings, { gitDir: path, args: ["fast-import", "--quiet"], input });
}

function commitOf({ name, from, author, message, files }: NewBranch, atSeconds: number): string {
  return [
    `commit refs/heads/${name}`,
    `committer ${author} <${author}@localhost> ${atSeconds} +0000`,
    data(`${message}\n`),
    ...(from === undefined ? [] : [`from refs/heads/${from}`]),
    ...Object.entries(files).flatMap(([path, text]) => [`M 100644 inline ${path}`, data(text)]),
    "",
  ].join("\n");
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
