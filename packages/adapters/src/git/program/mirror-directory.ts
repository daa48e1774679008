import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import { createObjectCache, type ObjectCache } from "../format/object-cache.ts";
import type { GitQuestion } from "./git-server.ts";
import { createGitServers, type GitServers } from "./git-servers.ts";
import type { GitSettings } from "./git-settings.ts";
import { type GitAnswer, type GitCall, runGit } from "./run-git.ts";

/** One bare mirror and the way to run git in it. */
export type MirrorDirectory = {
  path: string;
  settings: GitSettings;
  run(args: GitCall["args"], more?: Omit<GitCall, "args" | "gitDir">): Promise<GitAnswer>;
  /** Asks a process that stays for further questions. */
  ask<T>(args: GitCall["args"], question: GitQuestion<T>): Promise<T>;
  /** Lets the processes that stay end. */
  rest(): void;
  /** What was read of objects lately; what an id names never changes. */
  cache: ObjectCache;
  /** Set where copied commits get no name yet; maintenance leaves their objects alone for two weeks. */
  isUnkept?: true;
};

/** SHA-1 ids have 40 digits, SHA-256 ids 64. */
type ObjectFormat = "sha1" | "sha256";

/** The mirror of a repository; its directory is named by a digest, never by the repository's own name. */
export function locateMirror(
  settings: GitSettings,
  root: string,
  repo: string,
  servers: GitServers = createGitServers(settings),
): MirrorDirectory {
  const path = join(root, `${createHash("sha256").update(repo).digest("hex")}.git`);
  return {
    path,
    settings,
    cache: createObjectCache(),
    run: (args, more = {}) => {
      requireMirror(path);
      return runGit(settings, { ...more, args, gitDir: path });
    },
    ask: (args, question) => {
      requireMirror(path);
      return servers.ask(path, args, question);
    },
    rest: () => servers.close(path),
  };
}

function requireMirror(path: string): void {
  if (!existsSync(join(path, "HEAD"))) {
    throw new CountersignError("not_found", "There is no mirror of that repository");
  }
}

/** Makes the mirror unless it exists. Of two at once, one wins and both may go on. */
export async function ensureMirror(mirror: MirrorDirectory, anyId: string): Promise<void> {
  if (existsSync(join(mirror.path, "HEAD"))) return;
  await requireVersion(mirror.settings);
  const draft = `${mirror.path}.${randomUUID()}`;
  const format: ObjectFormat = anyId.length === 64 ? "sha256" : "sha1";
  const branch = "--initial-branch=countersign-none";
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await runGit(mirror.settings, {
    gitDir: draft,
    args: ["init", "--bare", "--quiet", "--template=", branch, `--object-format=${format}`],
  });
  await rename(draft, mirror.path).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(join(mirror.path, "HEAD"))) throw error;
  });
}

/** An index of our own for one piece of work; it is gone afterwards. */
export async function withPrivateIndex<T>(
  mirror: MirrorDirectory,
  work: (variables: { GIT_INDEX_FILE: string }) => Promise<T>,
): Promise<T> {
  const file = join(mirror.path, `index-${randomUUID()}`);
  try {
    return await work({ GIT_INDEX_FILE: file });
  } finally {
    await rm(file, { force: true });
    await rm(`${file}.lock`, { force: true });
  }
}

/** The versions that were asked for, by the path of git. */
const versions = new Map<string, string>();

/** `merge-tree --write-tree` and `safe.bareRepository` came with 2.38. */
async function requireVersion(settings: GitSettings): Promise<void> {
  const known = versions.get(settings.binary) ?? (await readVersion(settings));
  versions.set(settings.binary, known);
  const [major = 0, minor = 0] = known.split(".").map(Number);
  const isEnough = major > 2 || (major === 2 && minor >= 38);
  if (!isEnough) {
    throw new CountersignError("upstream_failed", "Git is too old", {
      hint: "Install git 2.38 or newer",
    });
  }
}

export async function readVersion(settings: GitSettings): Promise<string> {
  const { output } = await runGit(settings, { args: ["version"] });
  return /^git version ([\d.]*\d)/.exec(output.toString("latin1"))?.[1] ?? "";
}
