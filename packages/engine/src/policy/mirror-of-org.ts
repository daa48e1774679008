import type { Mirror, Repository, WorkPins } from "../ports/mirror.ts";

/**
 * Wraps the mirror for one organisation, so that organisations with the same repository name share nothing.
 */
export function mirrorOfOrg(mirror: Mirror, org: string): Mirror {
  const name = (repo: string) => `${org}/${repo}`;
  const named = ({ id, path }: Repository): Repository => ({ id: name(id), path });
  const orgPins = (pins: WorkPins): WorkPins => ({
    fetch: (repository, from) => pins.fetch(named(repository), from),
    pin: (repository, revision) => pins.pin(named(repository), revision),
    snapshot: (repository, worktree) => pins.snapshot(named(repository), worktree),
    nameWork: (repo, work, words) => pins.nameWork(name(repo), work, words),
  });
  return {
    ...orgPins(mirror),
    unkept: orgPins(mirror.unkept),
    keep: (repo, commit) => mirror.keep(name(repo), commit),
    staged: (repository, worktree) => mirror.staged(named(repository), worktree),
    locate: (path) => mirror.locate(path),
    readTarget: (repository, branch) => mirror.readTarget(named(repository), branch),
    mergeBase: (repo, one, other) => mirror.mergeBase(name(repo), one, other),
    listCommits: (repo, range) => mirror.listCommits(name(repo), range),
    readChange: async (content, keys) => {
      const change = await mirror.readChange({ ...content, repo: name(content.repo) }, keys);
      return { ...change, content };
    },
    showDiff: (content, caps) => mirror.showDiff({ ...content, repo: name(content.repo) }, caps),
    interdiff: (repo, from, to, caps) => mirror.interdiff(name(repo), from, to, caps),
    readBlob: (repo, id, maxBytes) => mirror.readBlob(name(repo), id, maxBytes),
    readFile: (repo, tree, path, maxBytes) => mirror.readFile(name(repo), tree, path, maxBytes),
    findFiles: (repo, tree, paths) => mirror.findFiles(name(repo), tree, paths),
    listPaths: (repo, tree) => mirror.listPaths(name(repo), tree),
    listLinks: (repo, tree) => mirror.listLinks(name(repo), tree),
    saveCheckpoint: (repo, label, commit) => mirror.saveCheckpoint(name(repo), label, commit),
    readCheckpoint: (repo, label) => mirror.readCheckpoint(name(repo), label),
    dropCheckpoint: (repo, label) => mirror.dropCheckpoint(name(repo), label),
    trialMerge: (repo, commits) => mirror.trialMerge(name(repo), commits),
    writeFiles: (repo, tree, files) => mirror.writeFiles(name(repo), tree, files),
    commitMerge: (repo, commit) => mirror.commitMerge(name(repo), commit),
    copyOut: (repository, copy) => mirror.copyOut(named(repository), copy),
    moveTarget: (repository, move) => mirror.moveTarget(named(repository), move),
    findBlocked: (repository, move) => mirror.findBlocked(named(repository), move),
    findCheckouts: (repository, branch) => mirror.findCheckouts(named(repository), branch),
    updateWork: (repository, update) => mirror.updateWork(named(repository), update),
    resetWork: (repository, reset) => mirror.resetWork(named(repository), reset),
    readHistory: (content) => mirror.readHistory({ ...content, repo: name(content.repo) }),
    listChanges: (repo, sides, keys) => mirror.listChanges(name(repo), sides, keys),
    digestChanges: (repo, sides) => mirror.digestChanges(name(repo), sides),
    checkout: (repo, tree, directory, options) =>
      mirror.checkout(name(repo), tree, directory, options),
    clearLocks: (repository) => mirror.clearLocks(named(repository)),
    maintain: (repo) => mirror.maintain(name(repo)),
    writeProof: (repo, proof) => mirror.writeProof(name(repo), proof),
    copyProof: (repository, commit) => mirror.copyProof(named(repository), commit),
    copySegment: (repository, commit) => mirror.copySegment(named(repository), commit),
    moveProofRef: (repository, move) => mirror.moveProofRef(named(repository), move),
    placeWaypoint: (repository, waypoint) => mirror.placeWaypoint(named(repository), waypoint),
    moveWitnessed: (repository, move) => mirror.moveWitnessed(named(repository), move),
    readWitnessed: (repository, target) => mirror.readWitnessed(named(repository), target),
    readProofRef: (repository, segment) => mirror.readProofRef(named(repository), segment),
  };
}
