import { constants } from "node:fs";
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { withLentObjects } from "../copy/lent-objects.ts";
import { isObjectId } from "../paths/names.ts";
import { endWithNul, splitAtNul } from "../paths/nul-list.ts";
import { readSmallFile } from "../paths/read-small-file.ts";
import type { GitCall } from "../program/git-call.ts";
import { findGit, type GitSettings } from "../program/git-settings.ts";
import { runGit } from "../program/run-git.ts";
import { type LocatedRepository, locateRepository } from "../refs/locate-repository.ts";
import { findOwnFiles, resetEntries } from "./own-entries.ts";
import { submoduleCommit, submoduleLine } from "./submodules.ts";
import { createFateReader, MAX_NEW_FILES } from "./worktree-file.ts";

export type ReadWorkOptions = {
  /** An absolute path that only this process writes to. */
  directory: string;
  worktree: string;
  timeoutMs: number;
  /** Git's absolute path. Default: found in the usual places. */
  git?: string | undefined;
};

const SUBMODULE = "160000 ";
const MAX_CONFIG = 1_000_000;
const MAX_INDEX = 64 * 1024 * 1024;
const LEFT_OVER_MS = 600_000;

/**
 * Reads the tree of a worktree's current files, whether committed, staged or neither; null if there
 * is no tree.
 *
 * Fast enough for frequent calls: a copy of the worktree's index shows which files have not
 * changed, so only the others are read. All objects written for it are discarded.
 */
export async function readWork(options: ReadWorkOptions): Promise<string | null> {
  const located = await locateRepository(options.worktree);
  return await withScratch(options, located.common, (place) => writeTree(place, located));
}

/**
 * Writes the tree of a worktree's files. Objects that the repository lacks stay in the scratch
 * folder.
 */
export async function writeTree(
  { scratch, objects, git }: Scratch,
  located: LocatedRepository,
): Promise<string | null> {
  const { root, gitDir, common } = located;
  const index = join(scratch, "index");
  await copyIndex(gitDir, index);
  const variables = {
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: alternateStore(common),
    GIT_WORK_TREE: root,
  };
  const { files, submodules } = await changedPaths(git, variables, root);
  const own = await findOwnFiles(git, located, { variables, changed: files });
  const changed = files.filter((path) => !own?.paths.includes(path.toString("latin1")));
  if (changed.length > 0) {
    const args: GitCall["args"] = ["update-index", "-z", "--add", "--remove", "--replace"];
    await git({ args: [...args, "--stdin"], variables, input: endWithNul(changed) });
  }
  // Last, because it changes the index's timestamp, with which git detects files that changed in
  // the same second.
  if (own !== null) await resetEntries(git, variables, own);
  if (submodules.length > 0) {
    const input = Buffer.concat(submodules);
    await git({ args: ["update-index", "-z", "--index-info"], variables, input });
  }
  const written = await git({ args: ["write-tree", "--missing-ok"], variables, answers: [0, 128] });
  return written.code === 0 ? idIn(written.output) : null;
}

/** Returns the tree of a commit of a repository; null if there is no such commit. */
export async function readCommitTree(
  options: ReadWorkOptions,
  commit: string,
): Promise<string | null> {
  if (!isObjectId(commit)) return null;
  const { common } = await locateRepository(options.worktree);
  return await withScratch(options, common, ({ scratch, git }) =>
    withLentObjects({ path: scratch }, common, async (lent) => {
      const { code, output } = await git({
        args: ["rev-parse", "--quiet", "--verify", `${commit}^{tree}`],
        variables: { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(lent) },
        answers: [0, 1, 128],
      });
      return code === 0 ? idIn(output) : null;
    }),
  );
}

/**
 * Returns the repository's object store as an alternate. Leaving out its folder `info` takes too
 * long for a hook. A process that can write there can also run the hook, and only learns which objects are
 * known.
 */
export function alternateStore(common: string): string {
  return JSON.stringify(join(common, "objects"));
}

type Git = (call: GitCall) => ReturnType<typeof runGit>;
export type Scratch = { scratch: string; objects: string; git: Git };

/** Creates a temporary folder and runs git on an empty repository of the engine. */
export async function withScratch<T>(
  { directory, timeoutMs, git }: Omit<ReadWorkOptions, "worktree">,
  common: string,
  work: (place: Scratch) => Promise<T>,
): Promise<T> {
  const home = join(directory, "empty-home");
  await mkdir(home, { recursive: true, mode: 0o700 });
  const settings: GitSettings = { binary: findGit(git), home, timeoutMs };
  const gitDir = await ensureEmpty(settings, directory, await formatOf(common));
  const scratch = await mkdtemp(join(directory, "work-"));
  try {
    const objects = join(scratch, "objects");
    await mkdir(objects);
    return await work({ scratch, objects, git: (call) => runGit(settings, { ...call, gitDir }) });
  } finally {
    await rm(scratch, { recursive: true, force: true });
    void removeLeftOvers(directory).catch(() => undefined);
  }
}

/** Reads the object format from the text of the repository's configuration, without applying it. */
async function formatOf(common: string): Promise<"sha1" | "sha256"> {
  const text = (await readSmallFile(join(common, "config"), MAX_CONFIG)) ?? "";
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(text) ? "sha256" : "sha1";
}

/** Creates the empty repository. Safe for concurrent callers. */
async function ensureEmpty(
  settings: GitSettings,
  directory: string,
  format: "sha1" | "sha256",
): Promise<string> {
  const place = join(directory, `empty-${format}.git`);
  if ((await stat(join(place, "HEAD")).catch(() => null)) !== null) return place;
  const draft = await mkdtemp(join(directory, "work-"));
  const branch = "--initial-branch=countersign-none";
  await runGit(settings, {
    gitDir: draft,
    args: ["init", "--bare", "--quiet", "--template=", branch, `--object-format=${format}`],
  });
  await rename(draft, place).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if ((await stat(join(place, "HEAD")).catch(() => null)) === null) throw error;
  });
  return place;
}

/** Copies the index. Without one, every file is new. */
async function copyIndex(gitDir: string, to: string): Promise<void> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const from = await open(join(gitDir, "index"), flags).catch(() => null);
  if (from === null) return;
  try {
    const stats = await from.stat();
    if (!stats.isFile() || stats.size > MAX_INDEX) return;
    await writeFile(to, await from.readFile());
    // With this timestamp git detects files that changed in the second in which the index was
    // written.
    const seconds = Math.floor(stats.mtimeMs) / 1_000;
    await utimes(to, seconds, seconds);
  } finally {
    await from.close();
  }
}

type ChangedPaths = { files: Buffer[]; submodules: Buffer[] };

/**
 * Lists tracked files that differ from the index, new files that are not ignored, and the index
 * entries of submodules with another commit checked out.
 */
async function changedPaths(
  git: Git,
  variables: NonNullable<GitCall["variables"]>,
  root: string,
): Promise<ChangedPaths> {
  const [tracked, fresh] = await Promise.all([
    git({ args: ["ls-files", "-z", "-m", "--format=%(objectmode) %(path)"], variables }),
    git({ args: ["ls-files", "-z", "--others", "--exclude-standard"], variables }),
  ]);
  const lines = splitAtNul(tracked.output);
  const known = lines.filter((line) => !isSubmodule(line)).map(pathIn);
  const names = [...known, ...splitAtNul(fresh.output).slice(0, MAX_NEW_FILES)];
  const fateOf = createFateReader(root);
  const fates = await Promise.all(names.map(fateOf));
  const moved = lines.filter(isSubmodule).map(pathIn);
  const entries = await Promise.all(moved.map((path) => submoduleEntry(root, path)));
  return {
    files: names.filter((_, at) => fates[at] === "taken" || fates[at] === "gone"),
    submodules: entries.filter((entry) => entry !== null),
  };
}

async function submoduleEntry(root: string, path: Buffer): Promise<Buffer | null> {
  const commit = await submoduleCommit(root, path);
  return commit === null ? null : submoduleLine(path, commit);
}

function isSubmodule(line: Buffer): boolean {
  return line.subarray(0, SUBMODULE.length).toString("latin1") === SUBMODULE;
}

function pathIn(line: Buffer): Buffer {
  return line.subarray(line.indexOf(" ") + 1);
}

function idIn(output: Buffer): string | null {
  const id = output.toString("latin1").trimEnd();
  return isObjectId(id) ? id : null;
}

/** Removes the folders of killed processes. */
async function removeLeftOvers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith("work-")) continue;
    const path = join(directory, name);
    const stats = await stat(path).catch(() => null);
    if (stats !== null && Date.now() - stats.mtimeMs > LEFT_OVER_MS)
      await rm(path, { recursive: true, force: true });
  }
}
