import type { Content, RawChange } from "@countersign/core";
import type { ProofStore } from "./proof-store.ts";
import type { DiffOptions, ShownDiff } from "./shown-diff.ts";

/** A repository as its owner registered it. The path is trusted; its content is not. */
export type Repository = { id: string; path: string };

/** A repository's directory and the directory with its refs and objects, with all links resolved. */
export type RepositoryLocation = { root: string; gitDir: string };

/** The location of work: a branch of the repository, or what one of its worktrees has checked out. */
export type WorkRef = { branch: string } | { worktree: string };

/**
 * Where a target branch points, or why it is unreliable: git would read the branch or its history differently
 * than we do.
 */
export type TargetReading =
  | { is: "at"; tip: string; gitDir: string }
  | { is: "gone"; gitDir: string }
  | { is: "unreliable"; why: UnreliableWhy; detail: string };

/** `repository_gone`: the repository's directory does not exist. */
type UnreliableWhy = "target_unreadable" | "history_altered" | "repository_gone";

/** A commit that was resolved once. All later steps use only these ids. */
export type Pinned = { commit: string; tree: string };

/** Uncommitted work as its own commit, and the paths that could not be included. */
export type Snapshot = Pinned & { skipped: readonly SkippedPath[] };

export type SkippedPath = {
  path: string;
  why: "nested_repository" | "too_large" | "too_many" | "not_a_file";
};

export type BlobRead = { size: number; bytes: Uint8Array | null };

export type TrialMerge =
  | { outcome: "clean"; tree: string; changedOnBothSides: readonly string[] }
  | { outcome: "conflict"; paths: readonly string[] };

/**
 * `skipped` lists what could not be written as is: submodules, links that leave the directory, files above
 * the cap.
 */
export type CheckoutResult = {
  files: number;
  bytes: number;
  skipped: readonly { path: string; why: "submodule" | "outside_link" | "too_large" }[];
};

/** A file version that a commit of a change contains but the change's result does not. */
export type HiddenFile = {
  commit: string;
  path: string;
  size: number;
  /** Null if the file is above the size limit for one file. */
  bytes: Uint8Array | null;
  /** The parent commit's content at that path. Null if there is none or it is too large. */
  before: Uint8Array | null;
};

/** What the commits of a change contain beyond its result. */
export type ChangeHistory = {
  commits: number;
  hidden: readonly HiddenFile[];
  messages: readonly { commit: string; text: string; tree: string; parents: readonly string[] }[];
  /** Why the history was not read completely. Null if it was. */
  cut: string | null;
};

/** Differences between a checkout and its tree. */
export type CheckoutOptions = {
  /** Paths that get their content from another tree. A path missing there is removed. */
  from?: { tree: string; paths: readonly string[] } | undefined;
  /** Files written with these bytes, whatever the tree contains at their path. */
  write?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Names of folders to leave out at any depth. */
  withoutFolders?: readonly string[] | undefined;
};

/** The digest of the changes as proofs name it, and the number of changed files. */
export type DigestedChanges = { sha256: string; files: number };

export type MergeCommit = {
  tree: string;
  parents: readonly string[];
  message: string;
  author: { name: string; email: string };
  /** Seconds since 1970. Passed in so that a retry creates the same commit. */
  atSeconds: number;
};

export type TargetMove = {
  branch: string;
  expected: string;
  next: string;
  /** `next` contains the branch's work in another form, so it need not descend from `expected`. */
  isSuperseded?: true | undefined;
  /** The repository already has `next` with its history. Otherwise the move copies it first. */
  isCopied?: true | undefined;
};

/** A worktree that blocks a branch from moving, and the files that block it. */
export type BlockedWorktree = { path: string; paths: readonly string[] };

/**
 * The move also updates every worktree that has the branch checked out. Each file that the move changes must
 * still have its old content, or already have its new content; other files are not touched. If one file
 * differs, nothing moves and the worktree is reported.
 */
export type MoveOutcome =
  | { outcome: "moved" }
  | { outcome: "lost_race"; actual: string | null }
  | { outcome: "dirty"; worktrees: readonly BlockedWorktree[] };

/** A worktree that has a branch checked out, and the last moves in its HEAD's reflog, oldest first. */
export type BranchCheckout = {
  path: string;
  moves: readonly { from: string; to: string }[];
};

/** Moves the branch of merged work to the target. */
export type WorkUpdate = {
  place: WorkRef;
  /** The commit that was submitted and merged. */
  merged: string;
  /** The target commit that the branch moves to. */
  next: string;
  /** The target branch. What it contains need not be copied. */
  target: string;
};

/**
 * `ahead`: the branch has commits that were not merged. `dirty`: the update would overwrite uncommitted work.
 */
export type WorkUpdateOutcome =
  | { outcome: "updated" | "ahead"; branch: string }
  | { outcome: "dirty"; branch: string; worktrees: readonly BlockedWorktree[] }
  | { outcome: "no_branch" };

/** Replaces the content of an agent's worktree, after saving the current content as a checkpoint. */
export type WorkReset = {
  worktree: string;
  /** The commit whose tree the worktree gets. Its branch moves there too. */
  to: string;
  /** The checkpoint name for the work that was in the worktree. */
  keepAs: string;
};

export type ResetOutcome = { outcome: "reset"; kept: Pinned } | { outcome: "gone" };

/** Copies work into the mirror as one exact commit. */
export interface WorkPins {
  /** Copies a commit with its history into the mirror and keeps it there. */
  fetch(repository: Repository, from: WorkRef): Promise<Pinned>;
  /**
   * Copies the commit that a person names: `HEAD`, a branch, `origin/main`, a tag or an id, optionally
   * followed by `~n` and `^n`. `HEAD` is that of the repository's own path. Null if there is no such commit.
   */
  pin(repository: Repository, revision: string): Promise<Pinned | null>;
  /** Copies the uncommitted work of a worktree on top of its checked-out commit. */
  snapshot(repository: Repository, worktree: string): Promise<Snapshot>;
  /**
   * Gives the commit of uncommitted work a message and an author, with the same tree and parents. Leaves a
   * commit that the author made unchanged.
   */
  nameWork(
    repo: string,
    work: Pinned,
    words: Pick<MergeCommit, "message" | "author">,
  ): Promise<Pinned>;
}

/**
 * Our own copy of the repositories. All repository content is read through it.
 *
 * Repositories are hostile input: their code is never run and their settings are never honoured. All objects
 * are named by full ids. Every call is idempotent.
 */
export interface Mirror extends WorkPins, ProofStore {
  /** The same, without keeping the commit: it is removed after two weeks unless `keep` is called. */
  unkept: WorkPins;
  /** Keeps a copied commit with its history. */
  keep(repo: string, commit: string): Promise<void>;
  /** Copies the staged content of a worktree on top of its checked-out commit. */
  staged(repository: Repository, worktree: string): Promise<Pinned>;
  /** Finds the repository at a path; a linked worktree has the `gitDir` of its repository. */
  locate(path: string): Promise<RepositoryLocation>;
  /** Reads where a branch of the repository points now, without copying anything. */
  readTarget(repository: Repository, branch: string): Promise<TargetReading>;
  /** Returns the best common ancestor of two commits, or null. */
  mergeBase(repo: string, one: string, other: string): Promise<string | null>;
  /** Lists the commits that `head` has and `base` does not, newest first. At most 1,000. */
  listCommits(repo: string, range: { base: string; head: string }): Promise<readonly Pinned[]>;
  /** Reads a change. `protectedKeys` are the policy's entries with a `#`. */
  readChange(content: Content, protectedKeys: readonly string[]): Promise<RawChange>;
  /** Reads what the commits between base and head contain beyond the result, within limits. */
  readHistory(content: Content): Promise<ChangeHistory>;
  /**
   * Lists the paths that differ between two commits or trees, and which of these keys differ, as `file#key`.
   */
  listChanges(
    repo: string,
    sides: { from: string; to: string },
    keys: readonly string[],
  ): Promise<{ paths: readonly string[]; keys: readonly string[] }>;
  /** Digests the changes between two commits or trees. Null instead of a first one: every file is a change. */
  digestChanges(repo: string, sides: { from: string | null; to: string }): Promise<DigestedChanges>;
  showDiff(content: Content, options?: DiffOptions): Promise<ShownDiff>;
  /** Shows what changed between the trees of two rounds. */
  interdiff(repo: string, from: string, to: string, options?: DiffOptions): Promise<ShownDiff>;
  /** Reads a blob. `bytes` is null if it is larger than the cap; the size is checked before reading. */
  readBlob(repo: string, id: string, maxBytes: number): Promise<BlobRead>;
  /** Reads a file of a commit or tree. Null if there is no such file. */
  readFile(repo: string, tree: string, path: string, maxBytes: number): Promise<BlobRead | null>;
  /** Finds the blob of each path in a commit or tree. Paths that are not files are left out. */
  findFiles(
    repo: string,
    tree: string,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Lists the paths of all files in a commit or tree. */
  listPaths(repo: string, tree: string): Promise<readonly string[]>;
  /** Lists the symbolic links of a commit or tree with their raw targets. */
  listLinks(repo: string, tree: string): Promise<ReadonlyMap<string, string>>;
  /** Keeps a commit under a checkpoint name, replacing the previous commit of that name. */
  saveCheckpoint(repo: string, name: string, commit: string): Promise<void>;
  readCheckpoint(repo: string, name: string): Promise<Pinned | null>;
  dropCheckpoint(repo: string, name: string): Promise<void>;
  /**
   * Merges without touching any branch, with the same outcome as `git merge`. Uses the merge base from the
   * history unless another base is passed.
   */
  trialMerge(
    repo: string,
    commits: { ours: string; theirs: string; base?: string | undefined },
  ): Promise<TrialMerge>;
  /** Returns the tree of a commit or tree with these plain files added or replaced. Touches no branch. */
  writeFiles(repo: string, tree: string, files: ReadonlyMap<string, Uint8Array>): Promise<string>;
  commitMerge(repo: string, commit: MergeCommit): Promise<Pinned>;
  /** Copies a commit of the mirror into the repository, except for what a known commit there contains. */
  copyOut(repository: Repository, copy: { commit: string; known: string }): Promise<void>;
  /**
   * Moves a branch of the repository if it still points to the expected commit. Runs no hook, filter, monitor
   * or text conversion of that repository.
   */
  moveTarget(repository: Repository, move: TargetMove): Promise<MoveOutcome>;
  /** Finds the worktrees, and the files in them, that would block a branch from moving to a tree. */
  findBlocked(
    repository: Repository,
    move: { branch: string; expected: string; tree: string },
  ): Promise<BlockedWorktree[]>;
  /** Finds the worktrees that have a branch checked out. */
  findCheckouts(repository: Repository, branch: string): Promise<BranchCheckout[]>;
  /** Moves the branch of merged work and its worktrees to the target, unless that would lose work. */
  updateWork(repository: Repository, update: WorkUpdate): Promise<WorkUpdateOutcome>;
  /** Replaces the content of a worktree after saving what it contains. */
  resetWork(repository: Repository, reset: WorkReset): Promise<ResetOutcome>;
  /**
   * Writes exactly the files of a tree into an empty directory, byte for byte, with the differences in the
   * options.
   */
  checkout(
    repo: string,
    tree: string,
    directory: string,
    options?: CheckoutOptions,
  ): Promise<CheckoutResult>;
  /** Removes locks that our own crashed processes left in the repository's checkouts. */
  clearLocks(repository: Repository): Promise<void>;
  /** Packs the objects and drops leftovers of trial merges and interrupted work. Kept commits stay. */
  maintain(repo: string): Promise<void>;
}
