import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import { createObjectCache, type ObjectCache } from "../format/object-cache.ts";
import type { GitCall } from "./git-call.ts";
import type { GitQuestion } from "./git-server.ts";
import { createGitServers, type GitServers } from "./git-servers.ts";
import type { GitSettings } from "./git-settings.ts";
import { type GitAnswer, runGit } from "./run-git.ts";

/** A bare mirror, and the functions that run git in it. */
export type MirrorDirectory = {
  path: string;
  settings: GitSettings;
  run(args: GitCall["args"], more?: Omit<GitCall, "args" | "gitDir">): Promise<GitAnswer>;
  /** Asks a long-lived process. */
  ask<T>(args: GitCall["args"], question: GitQuestion<T>): Promise<T>;
  /** Ends the long-lived processes. */
  rest(): void;
  /** Recently read objects. An id always names the same object. */
  cache: ObjectCache;
  /** Set if copied commits get no ref yet. Maintenance keeps their objects for two weeks. */
  isUnkept?: true;
  /**
   * Set if the objects belong to a clone that another party may have altered: ids are recomputed for every object
   * that is read, and nothing is written.
   */
  isBorrowed?: true;
};

/** SHA-1 ids have 40 digits, SHA-256 ids 64. */
type ObjectFormat = "sha1" | "sha256";

/**
 * Returns the mirror of a repository. Its directory is named by a digest, never by the repository's
 * name.
 */
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

/** Creates the mirror if it is missing. Safe for concurrent callers. */
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

/** Creates a private index for one operation and removes it afterwards. */
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

/** Known versions by the path of git. */
const versions = new Map<string, string>();

/** Requires git 2.38, for `merge-tree --write-tree` and `safe.bareRepository`. */
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
