import { mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Mirror, ProofStore, WorkPins } from "@countersign/engine";
import { copyOutOfMirror } from "./copy/copy-objects.ts";
import { digestChanges } from "./diff/digest-changes.ts";
import { listChanges, readChange } from "./diff/read-change.ts";
import { readHistory } from "./diff/read-history.ts";
import { showDiff } from "./diff/show-diff.ts";
import { commitMerge, mergeBase, trialMerge } from "./merge.ts";
import { findBlockedWorktrees, moveTarget } from "./move-target.ts";
import { dropCheckpoint, readCheckpoint, saveCheckpoint } from "./objects/checkpoints.ts";
import { keepSubmittedWork } from "./objects/kept-commits.ts";
import { pinCommits } from "./objects/list-commits.ts";
import { listLinks } from "./objects/list-links.ts";
import { listPaths } from "./objects/list-tree.ts";
import { findTreeFiles, readBlob, readTreeFile } from "./objects/read-blob.ts";
import { writeFiles } from "./objects/write-files.ts";
import { createGitServers } from "./program/git-servers.ts";
import { findGit } from "./program/git-settings.ts";
import { locateMirror, type MirrorDirectory } from "./program/mirror-directory.ts";
import { createSpawner } from "./program/spawner.ts";
import { copyProof, copySegment, writeProof } from "./proofs/proof-objects.ts";
import {
  moveProofRef,
  moveWitnessed,
  placeWaypoint,
  readProofRef,
  readWitnessed,
} from "./proofs/proof-refs.ts";
import { fetchWork } from "./refs/fetch.ts";
import { locateRepository } from "./refs/locate-repository.ts";
import { maintainMirror } from "./refs/maintain.ts";
import { pinRevision } from "./refs/pin-revision.ts";
import { readTarget } from "./refs/read-target.ts";
import { updateWork } from "./update-work.ts";
import { checkOut } from "./worktree/checkout.ts";
import { clearLocks } from "./worktree/clear-locks.ts";
import { findCheckouts } from "./worktree/find-checkouts.ts";
import { renameWorkCommit } from "./worktree/rename-work-commit.ts";
import { resetWork } from "./worktree/reset-work.ts";
import { snapshotWork } from "./worktree/snapshot.ts";
import { snapshotIndex } from "./worktree/snapshot-index.ts";

export type GitMirrorOptions = {
  /** An absolute path that only this process writes to. Agents must not reach it. */
  dataDirectory: string;
  /** Git's absolute path. Default: found in the usual places. */
  git?: string | undefined;
  /** Maximum duration of one git command, in milliseconds. */
  timeoutMs?: number;
  /** Starts git from a small process. Pays off in a long-lived process. Default false. */
  usesSpawner?: boolean;
};

const DEFAULT_TIMEOUT_MS = 120_000;

/** Maximum number of mirrors with a cache. */
const MAX_OPEN = 16;

/** Keeps one bare mirror per repository. No other module of the product starts git. */
export function createGitMirror(options: GitMirrorOptions): Mirror {
  const of = openMirrors(options);
  return {
    ...workPins(of),
    unkept: workPins((repo) => ({ ...of(repo), isUnkept: true })),
    keep: (repo, commit) => keepSubmittedWork(of(repo), commit),
    staged: (repository, worktree) => snapshotIndex(of(repository.id), repository, worktree),
    locate: async (path) => {
      const { root, common } = await locateRepository(path);
      return { root, gitDir: common };
    },
    readTarget,
    mergeBase: (repo, one, other) => mergeBase(of(repo), one, other),
    listCommits: (repo, range) => pinCommits(of(repo), range),
    readChange: (content, keys) => readChange(of(content.repo), content, keys),
    readHistory: (content) => readHistory(of(content.repo), content),
    listChanges: (repo, sides, keys) => listChanges(of(repo), sides, keys),
    digestChanges: (repo, sides) => digestChanges(of(repo), sides),
    showDiff: ({ repo, base, tree }, caps) => showDiff(of(repo), { from: base, to: tree }, caps),
    interdiff: (repo, from, to, caps) => showDiff(of(repo), { from, to }, caps),
    readBlob: (repo, id, maxBytes) => readBlob(of(repo), id, maxBytes),
    readFile: (repo, tree, path, maxBytes) => readTreeFile(of(repo), tree, { path, maxBytes }),
    findFiles: (repo, tree, paths) => findTreeFiles(of(repo), tree, paths),
    listPaths: (repo, tree) => listPaths(of(repo), tree),
    listLinks: (repo, tree) => listLinks(of(repo), tree),
    saveCheckpoint: (repo, name, commit) => saveCheckpoint(of(repo), name, commit),
    readCheckpoint: (repo, name) => readCheckpoint(of(repo), name),
    dropCheckpoint: (repo, name) => dropCheckpoint(of(repo), name),
    trialMerge: (repo, commits) => trialMerge(of(repo), commits),
    writeFiles: (repo, tree, files) => writeFiles(of(repo), tree, files),
    commitMerge: (repo, commit) => commitMerge(of(repo), commit),
    copyOut: async (repository, copy) => {
      const { common } = await locateRepository(repository.path);
      await copyOutOfMirror(of(repository.id), common, copy);
    },
    moveTarget: (repository, move) => moveTarget(of(repository.id), repository, move),
    findBlocked: (repository, move) => findBlockedWorktrees(of(repository.id), repository, move),
    findCheckouts,
    updateWork: (repository, update) => updateWork(of(repository.id), repository, update),
    resetWork: (repository, reset) => resetWork(of(repository.id), repository, reset),
    checkout: (repo, tree, directory, options) => checkOut(of(repo), tree, directory, options),
    clearLocks,
    ...proofStore(of),
    maintain: (repo) => maintainMirror(of(repo)),
  };
}

function workPins(of: (repo: string) => MirrorDirectory): WorkPins {
  return {
    fetch: (repository, from) => fetchWork(of(repository.id), repository, from),
    pin: (repository, revision) => pinRevision(of(repository.id), repository, revision),
    snapshot: (repository, worktree) => snapshotWork(of(repository.id), repository, worktree),
    nameWork: (repo, work, words) => renameWorkCommit(of(repo), work, words),
  };
}

function proofStore(of: (repo: string) => MirrorDirectory): ProofStore {
  return {
    writeProof: (repo, proof) => writeProof(of(repo), proof),
    copyProof: async (repository, commit) => {
      const { common } = await locateRepository(repository.path);
      await copyProof(of(repository.id), common, commit);
    },
    copySegment: async (repository, commit) => {
      const { common } = await locateRepository(repository.path);
      await copySegment(of(repository.id), common, commit);
    },
    moveProofRef: (repository, move) => moveProofRef(of(repository.id), repository, move),
    placeWaypoint: (repository, waypoint) => placeWaypoint(of(repository.id), repository, waypoint),
    moveWitnessed: (repository, move) => moveWitnessed(of(repository.id), repository, move),
    readWitnessed,
    readProofRef,
  };
}

function openMirrors(options: GitMirrorOptions): (repo: string) => MirrorDirectory {
  if (!isAbsolute(options.dataDirectory)) throw new Error("The data directory must be absolute");
  const mirrors = join(options.dataDirectory, "mirrors");
  const home = join(options.dataDirectory, "empty-home");
  for (const folder of [mirrors, home]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settings = {
    binary: findGit(options.git),
    home,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    spawner: options.usesSpawner === true ? createSpawner() : undefined,
  };
  const servers = createGitServers(settings);
  const open = new Map<string, MirrorDirectory>();
  return (repo) => {
    const mirror = open.get(repo) ?? locateMirror(settings, mirrors, repo, servers);
    open.delete(repo);
    open.set(repo, mirror);
    for (const oldest of [...open.keys()].slice(0, -MAX_OPEN)) open.delete(oldest);
    return mirror;
  };
}
