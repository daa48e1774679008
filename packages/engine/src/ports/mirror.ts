import type { Content, RawChange } from "@countersign/core";

/** A repository as its owner registered it. The path is trusted; what lies there is not. */
export type Repository = { id: string; path: string };

/** A repository's directory, and the one that holds its refs and objects, with all links resolved. */
export type RepositoryLocation = { root: string; gitDir: string };

/** Where work is: a branch of the repository, or what a worktree of it has checked out. */
export type WorkRef = { branch: string } | { worktree: string };

/**
 * Where a target branch points, or why nobody should rely on it: git would read the branch, or its history, in
 * another way than we do.
 */
export type TargetReading =
  | { is: "at"; tip: string; gitDir: string }
  | { is: "gone"; gitDir: string }
  | { is: "unreliable"; why: UnreliableWhy; detail: string };

/** `repository_gone`: its directory is not there. */
type UnreliableWhy = "target_unreadable" | "history_altered" | "repository_gone";

/** A commit that was resolved once; from then on only these ids are used. */
export type Pinned = { commit: string; tree: string };

/** Uncommitted work as a commit of its own, and what could not be taken into it. */
export type Snapshot = Pinned & { skipped: readonly SkippedPath[] };

export type SkippedPath = {
  path: string;
  why: "nested_repository" | "too_large" | "too_many" | "not_a_file";
};

/** How much of a change is shown. What is above it is listed instead. */
export type DiffCaps = { fileBytes: number; diffBytes: number; files: number; totalBytes: number };

export type DiffOptions = Partial<DiffCaps> & {
  /** Only this file, and all of its lines. */
  file?: string;
};

/** A side that does not exist has mode 000000 and an id of zeros. */
export type UnshownFile = {
  path: string;
  oldMode: string;
  newMode: string;
  oldId: string;
  newId: string;
  why: "too_large";
};

/**
 * A change as bytes that a person can read.
 *
 * Applied to the first tree, the patch together with the unshown entries gives exactly the second:
 * this was checked before the answer was given.
 */
export type ShownDiff = {
  patch: Uint8Array;
  /** The part of the patch that belongs to each path, in the patch's order. */
  files: readonly { path: string; patch: Uint8Array }[];
  unshown: readonly UnshownFile[];
};

export type BlobRead = { size: number; bytes: Uint8Array | null };

export type TrialMerge =
  | { outcome: "clean"; tree: string; changedOnBothSides: readonly string[] }
  | { outcome: "conflict"; paths: readonly string[] };

/** What could not be written as it is: submodules, links that leave the directory, files above the cap. */
export type CheckoutResult = {
  files: number;
  bytes: number;
  skipped: readonly { path: string; why: "submodule" | "outside_link" | "too_large" }[];
};

/** A file that a commit of a change holds and the change's result does not, in that form. */
export type HiddenFile = {
  commit: string;
  path: string;
  size: number;
  /** Null where it is larger than one file may be. */
  bytes: Uint8Array | null;
  /** What the commit's parent has at that path; null where there is nothing, or too much. */
  before: Uint8Array | null;
};

/** What the commits of a change hold besides its result. */
export type ChangeHistory = {
  commits: number;
  hidden: readonly HiddenFile[];
  messages: readonly { commit: string; text: string; tree: string; parents: readonly string[] }[];
  /** Why not everything was read; null where it was. */
  cut: string | null;
};

/** What a checkout has that the tree has not, or the other way round. */
export type CheckoutOptions = {
  /** Paths with the content that they have in another tree; a path that is not there is left out. */
  from?: { tree: string; paths: readonly string[] } | undefined;
  /** Files with these bytes, whatever the tree holds at their path. */
  write?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Names of folders that are left out wherever they are. */
  withoutFolders?: readonly string[] | undefined;
};

export type MergeCommit = {
  tree: string;
  parents: readonly string[];
  message: string;
  author: { name: string; email: string };
  /** Seconds since 1970; given, so that a repeat makes the same commit. */
  atSeconds: number;
};

export type TargetMove = {
  branch: string;
  expected: string;
  next: string;
  /** The work of the branch is part of `next` in another form, so `next` need not descend from `expected`. */
  isSuperseded?: true | undefined;
};

/** A worktree that keeps a branch from moving, and the files in it that do. */
export type BlockedWorktree = { path: string; paths: readonly string[] };

/**
 * A worktree that has the branch checked out comes along. Of the files that the move changes, each must hold
 * what it held before, or already what it shall hold; other files stay as they are. Where one does not, nothing
 * moves and the worktree is named.
 */
export type MoveOutcome =
  | { outcome: "moved" }
  | { outcome: "lost_race"; actual: string | null }
  | { outcome: "dirty"; worktrees: readonly BlockedWorktree[] };

/** A worktree that has a branch checked out, and the last moves that git logged for its HEAD, oldest first. */
export type BranchCheckout = {
  path: string;
  moves: readonly { from: string; to: string }[];
};

/** Bringing the branch of merged work to the target. */
export type WorkUpdate = {
  place: WorkRef;
  /** The commit that was submitted and merged. */
  merged: string;
  /** The commit of the target that the branch gets. */
  next: string;
};

/** ahead: the branch has commits that were not merged; dirty: what the target brings would overwrite work. */
export type WorkUpdateOutcome =
  | { outcome: "updated" | "ahead"; branch: string }
  | { outcome: "dirty"; branch: string; worktrees: readonly BlockedWorktree[] }
  | { outcome: "no_branch" };

/** Giving an agent's worktree other content; what was there is kept as a checkpoint first. */
export type WorkReset = {
  worktree: string;
  /** The commit whose tree the worktree gets; its branch moves there too. */
  to: string;
  /** The name under which the work that was there is kept. */
  keepAs: string;
};

export type ResetOutcome = { outcome: "reset"; kept: Pinned } | { outcome: "gone" };

/** Ways to copy work into the mirror as one exact commit. */
export interface WorkPins {
  /** Copies a commit with its history into the mirror and keeps it there. */
  fetch(repository: Repository, from: WorkRef): Promise<Pinned>;
  /**
   * Copies the commit that a person names: `HEAD`, a branch, `origin/main`, a tag or an id, with `~n` and `^n`
   * behind it. `HEAD` is that of the repository's own path. Null when there is no such commit.
   */
  pin(repository: Repository, revision: string): Promise<Pinned | null>;
  /** Copies the uncommitted work of a worktree, on top of the commit it has checked out. */
  snapshot(repository: Repository, worktree: string): Promise<Snapshot>;
  /**
   * Gives the commit of uncommitted work a message and an author, with the same tree and parents. A commit that
   * the author made stays as it is.
   */
  nameWork(
    repo: string,
    work: Pinned,
    words: Pick<MergeCommit, "message" | "author">,
  ): Promise<Pinned>;
}

/**
 * Our own copy of the repositories, and the only way to their content.
 *
 * Repositories are hostile input: nothing of theirs is run and no setting of theirs is honoured. All
 * objects are named by full ids. Every call may be repeated: it then gives the same answer.
 */
export interface Mirror extends WorkPins {
  /** The same without keeping the commit: it goes by itself after two weeks, unless `keep` is called. */
  unkept: WorkPins;
  /** Keeps a commit that was copied, with its history. */
  keep(repo: string, commit: string): Promise<void>;
  /** Copies what is staged in a worktree, on top of the commit it has checked out. */
  staged(repository: Repository, worktree: string): Promise<Pinned>;
  /** Finds the repository at a path; a linked worktree has the `gitDir` of its repository. */
  locate(path: string): Promise<RepositoryLocation>;
  /** Where a branch of the repository points now; copies nothing. */
  readTarget(repository: Repository, branch: string): Promise<TargetReading>;
  /** The best common ancestor of two commits, or null. */
  mergeBase(repo: string, one: string, other: string): Promise<string | null>;
  /** The commits that `head` has and `base` has not, the newest first; at most 1,000. */
  listCommits(repo: string, range: { base: string; head: string }): Promise<readonly Pinned[]>;
  /** What a change consists of. `protectedKeys` are the policy's entries with a `#`. */
  readChange(content: Content, protectedKeys: readonly string[]): Promise<RawChange>;
  /** Reads what the commits between base and head hold besides the result, within limits. */
  readHistory(content: Content): Promise<ChangeHistory>;
  /** The paths that differ between two commits or trees, and which of these keys do, as `file#key`. */
  listChanges(
    repo: string,
    sides: { from: string; to: string },
    keys: readonly string[],
  ): Promise<{ paths: readonly string[]; keys: readonly string[] }>;
  showDiff(content: Content, options?: DiffOptions): Promise<ShownDiff>;
  /** What changed between two rounds, by their trees. */
  interdiff(repo: string, from: string, to: string, options?: DiffOptions): Promise<ShownDiff>;
  /** The bytes of a blob, or null when it is larger than the cap, which is known before it is read. */
  readBlob(repo: string, id: string, maxBytes: number): Promise<BlobRead>;
  /** A file of a commit or tree; null when there is no such file. */
  readFile(repo: string, tree: string, path: string, maxBytes: number): Promise<BlobRead | null>;
  /** The blob of each of these paths in a commit or tree; a path that is no file is left out. */
  findFiles(
    repo: string,
    tree: string,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** The paths of all files of a commit or tree. */
  listPaths(repo: string, tree: string): Promise<readonly string[]>;
  /** The symbolic links of a commit or tree, each with its target as it is written. */
  listLinks(repo: string, tree: string): Promise<ReadonlyMap<string, string>>;
  /** Keeps a commit under a name of ours, replacing what the name kept before. */
  saveCheckpoint(repo: string, name: string, commit: string): Promise<void>;
  readCheckpoint(repo: string, name: string): Promise<Pinned | null>;
  dropCheckpoint(repo: string, name: string): Promise<void>;
  /**
   * Merges without touching any branch, with the outcome that `git merge` would have. The base is the one
   * that git finds in the history, unless another one is given.
   */
  trialMerge(
    repo: string,
    commits: { ours: string; theirs: string; base?: string | undefined },
  ): Promise<TrialMerge>;
  /** The tree that a commit or tree would have with one more file at its top; touches no branch. */
  addFile(repo: string, tree: string, name: string, bytes: Uint8Array): Promise<string>;
  commitMerge(repo: string, commit: MergeCommit): Promise<Pinned>;
  /**
   * Moves a branch of the repository if it still is where it was expected. No hook, filter, monitor
   * or text conversion of that repository runs.
   */
  moveTarget(repository: Repository, move: TargetMove): Promise<MoveOutcome>;
  /** The worktrees that would keep a branch from moving to a tree, and the files in them that would. */
  findBlocked(
    repository: Repository,
    move: { branch: string; expected: string; tree: string },
  ): Promise<BlockedWorktree[]>;
  /** The worktrees that have a branch checked out. */
  findCheckouts(repository: Repository, branch: string): Promise<BranchCheckout[]>;
  /** Moves the branch of merged work, and the worktrees that have it, to the target where nothing is lost. */
  updateWork(repository: Repository, update: WorkUpdate): Promise<WorkUpdateOutcome>;
  /** Gives a worktree of the repository other content, after keeping what it has. */
  resetWork(repository: Repository, reset: WorkReset): Promise<ResetOutcome>;
  /** Writes exactly the files of a tree into an empty directory, byte for byte, but for the options. */
  checkout(
    repo: string,
    tree: string,
    directory: string,
    options?: CheckoutOptions,
  ): Promise<CheckoutResult>;
  /** Removes what crashes of ours left locked in the repository's checkouts. */
  clearLocks(repository: Repository): Promise<void>;
  /** Packs the objects, and drops what trials and interrupted work left; kept commits stay. */
  maintain(repo: string): Promise<void>;
}
