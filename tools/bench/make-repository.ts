import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";

export type BenchRepository = { id: string; path: string; branches: readonly string[] };

const WHO = "Ada <ada@acme.test> 1700000000 +0000";

/** Creates a bare repository with a policy on main and branches that add one file each. */
export async function makeRepository(
  path: string,
  policy: object,
  branches: number,
  more: Readonly<Record<string, string>> = {},
): Promise<BenchRepository> {
  const names = Array.from({ length: branches }, (_, at) => `work/${at}`);
  await startRepository(path);
  await git(
    path,
    ["-c", LOOSE, "fast-import", "--quiet"],
    [
      commit("refs/heads/main", [
        file("countersign.json", JSON.stringify(policy)),
        file("readme.md", "# Shop\n"),
        file("src/main.ts", "export const answer = 42;\n"),
        ...Object.entries(more).map(([path, text]) => file(path, text)),
      ]),
      ...names.map((name) =>
        commit(
          `refs/heads/${name}`,
          [file(`src/${name}.ts`, `export const name = "${name}";\n`)],
          "refs/heads/main",
        ),
      ),
    ],
  );
  return { id: path, path, branches: names };
}

/** Keeps objects loose, as `git commit` does, instead of in one pack. */
const LOOSE = "fastimport.unpackLimit=1000000";

/** Writes commits with `git fast-import`. */
export async function fillRepository(path: string, commits: Iterable<string>): Promise<void> {
  await startRepository(path);
  await git(path, ["fast-import", "--quiet"], commits);
}

async function startRepository(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await git(path, ["init", "--quiet", "--bare", "--initial-branch=main"]);
}

export function commit(ref: string, files: readonly string[], from?: string): string {
  const head = `commit ${ref}\nauthor ${WHO}\ncommitter ${WHO}\ndata 4\nWork\n`;
  return [head, from === undefined ? "" : `from ${from}\n`, ...files, "\n"].join("");
}

export function file(path: string, text: string): string {
  return `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
}

async function git(
  directory: string,
  args: readonly string[],
  input: Iterable<string> = [],
): Promise<void> {
  const child = spawn("git", ["-C", directory, ...args], { stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(child, "close");
  for (const part of input) if (!child.stdin.write(part)) await once(child.stdin, "drain");
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${String(code)}`);
}
