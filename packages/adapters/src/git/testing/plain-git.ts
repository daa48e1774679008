import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Git as an ordinary user runs it, with whatever the repository configures. */
const USER = {
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@acme.test",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@acme.test",
  GIT_AUTHOR_DATE: "1700000000 +0000",
  GIT_COMMITTER_DATE: "1700000000 +0000",
};

/** A folder for one test, with a repository that ordinary git made. */
export type Workshop = {
  folder: string;
  /** The repository with its worktree. */
  repo: string;
  git(...args: string[]): string;
  /** Runs git whatever comes of it, and answers with all it printed. */
  tryGit(...args: string[]): string;
  /** Git with bytes as its input. */
  feed(input: string | Uint8Array, ...args: string[]): string;
  write(path: string, content: string | Uint8Array, mode?: number): void;
  /** Commits all files of the worktree and answers with the commit's id. */
  commit(message?: string): string;
  remove(): void;
};

/** A directory of git's as `git init` makes it: folders, and files with their bytes and modes. */
type Made = { path: string; bytes: Buffer | null; mode: number }[];

/** By the options of `git init`; to write it again is quicker than to start git. */
const made = new Map<string, Made>();

function initialize(repo: string, initial: readonly string[], init: () => void): void {
  const key = initial.join(" ");
  const known = made.get(key);
  if (known === undefined) {
    init();
    made.set(key, readMade(join(repo, ".git")));
    return;
  }
  mkdirSync(join(repo, ".git"));
  for (const { path, bytes, mode } of known) {
    const place = join(repo, ".git", path);
    if (bytes === null) mkdirSync(place);
    else writeFileSync(place, bytes, { mode });
  }
}

function readMade(folder: string): Made {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.toSorted().map((path) => {
    const place = join(folder, path);
    const stats = statSync(place);
    return { path, bytes: stats.isDirectory() ? null : readFileSync(place), mode: stats.mode };
  });
}

/** The commit that is checked out, read from the files where that is simple. */
function headOf(repo: string): string | null {
  try {
    const head = readFileSync(join(repo, ".git", "HEAD"), "utf8").trimEnd();
    const ref = /^ref: (refs\/heads\/[\w/-]+)$/.exec(head)?.[1];
    const id = ref === undefined ? head : readFileSync(join(repo, ".git", ref), "utf8").trimEnd();
    return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

export function openWorkshop(initial: readonly string[] = []): Workshop {
  const folder = mkdtempSync(join(tmpdir(), "countersign-git-"));
  const repo = join(folder, "repo");
  mkdirSync(join(folder, "home"));
  mkdirSync(repo);
  const options = {
    cwd: repo,
    env: { ...USER, HOME: join(folder, "home") },
    maxBuffer: 512 * 1024 * 1024,
    timeout: 60_000,
  };
  const git = (...args: string[]): string =>
    execFileSync("git", args, { ...options, stdio: ["ignore", "pipe", "pipe"] })
      .toString("utf8")
      .trimEnd();
  initialize(repo, initial, () => git("init", "--quiet", "--initial-branch=main", ...initial));
  return {
    folder,
    repo,
    git,
    tryGit: (...args) => {
      const { stdout, stderr } = spawnSync("git", args, { ...options, input: "" });
      return `${stdout}${stderr}`;
    },
    feed: (input, ...args) =>
      execFileSync("git", args, { ...options, input })
        .toString("utf8")
        .trimEnd(),
    write: (path, content, mode = 0o644) => {
      const file = join(repo, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { mode });
    },
    commit: (message = "Change") => {
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--message", message);
      return headOf(repo) ?? git("rev-parse", "HEAD");
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
