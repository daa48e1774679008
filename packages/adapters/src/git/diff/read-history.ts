import type { Content } from "@countersign/core";
import type { ChangeHistory, HiddenFile } from "@countersign/engine";
import type { ParsedCommit } from "../format/parse-commit.ts";
import { listCommits } from "../objects/list-commits.ts";
import { SUBMODULE } from "../objects/list-tree.ts";
import { findEntry } from "../objects/read-blob.ts";
import { readCommit, readObjectInfo, readObjects, resolveTree } from "../objects/read-objects.ts";
import { type BytePath, displayPath } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { changedFiles, type FileDelta } from "./changed-files.ts";

const MAX_COMMITS = 500;
const MAX_HIDDEN = 2_000;
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const MAX_MESSAGE = 20_000;

/** A file of a commit, before its content is read. */
type HistoryFile = { commit: string; path: BytePath; id: string; beforeId: string | null };

/**
 * Reads content of the commits between base and head that is not in the result. Starts no process
 * for short histories.
 */
export async function readHistory(
  mirror: MirrorDirectory,
  content: Content,
): Promise<ChangeHistory> {
  const ids = (await listCommits(mirror, content)).map(({ id }) => id);
  const read: { id: string; commit: ParsedCommit }[] = [];
  for (const id of ids.slice(0, MAX_COMMITS)) {
    const commit = await readCommit(mirror, id);
    if (commit === null) return unread(ids.length, `Commit ${id.slice(0, 12)} cannot be read`);
    read.push({ id, commit });
  }
  const messages = read.map(({ id, commit }) => ({
    commit: id,
    tree: commit.tree,
    parents: commit.parents,
    text: Buffer.from(commit.message.slice(0, MAX_MESSAGE), "latin1").toString("utf8"),
  }));
  const found: HistoryFile[] = [];
  const cut = ids.length > MAX_COMMITS ? `There are more than ${MAX_COMMITS} commits` : null;
  for (const { id, commit } of ids.length > 1 ? read : []) {
    found.push(...(await hiddenIn(mirror, content.tree, id, commit)));
    if (found.length > MAX_HIDDEN)
      return unread(
        ids.length,
        `The commits hold more than ${MAX_HIDDEN} files that the result does not`,
      );
  }
  const hidden = await readFound(mirror, found);
  const tooMuch =
    hidden === null ? "The commits hold more than 64 MB that the result does not" : cut;
  return { commits: ids.length, hidden: hidden ?? [], messages, cut: tooMuch };
}

function unread(commits: number, cut: string): ChangeHistory {
  return { commits, hidden: [], messages: [], cut };
}

/** Lists the files that a commit changes against each parent and that differ from the result. */
async function hiddenIn(
  mirror: MirrorDirectory,
  result: string,
  id: string,
  { tree, parents }: ParsedCommit,
): Promise<HistoryFile[]> {
  const [first = null, ...others] = parents;
  const changed = await changedSince(mirror, first, tree);
  const againstOthers = await Promise.all(
    others.map((parent) => changedSince(mirror, parent, tree)),
  );
  const found: HistoryFile[] = [];
  for (const [path, { from, to }] of changed) {
    if (to === null || to.mode === SUBMODULE || !againstOthers.every((one) => one.has(path)))
      continue;
    const kept = await findEntry(mirror, result, path);
    if (kept?.id !== to.id) found.push({ commit: id, path, id: to.id, beforeId: from?.id ?? null });
  }
  return found;
}

async function changedSince(
  mirror: MirrorDirectory,
  parent: string | null,
  to: string,
): Promise<Map<BytePath, FileDelta>> {
  const from = parent === null ? null : await resolveTree(mirror, parent);
  return new Map((await changedFiles(mirror, { from, to })).map((file) => [file.path, file]));
}

/** Reads the files; null if there are more than the limit. */
async function readFound(
  mirror: MirrorDirectory,
  found: readonly HistoryFile[],
): Promise<HiddenFile[] | null> {
  const ids = [
    ...new Set(found.flatMap(({ id, beforeId }) => [id, ...(beforeId === null ? [] : [beforeId])])),
  ];
  const infos = (await readObjectInfo(mirror, ids)).filter((info) => info !== null);
  const sizes = new Map(infos.map(({ id, size }) => [id, size]));
  const wanted = infos.filter(({ type, size }) => type === "blob" && size <= MAX_FILE_BYTES);
  if (wanted.reduce((sum, { size }) => sum + size, 0) > MAX_TOTAL_BYTES) return null;
  const bytes = new Map<string, Buffer>();
  await readObjects(mirror, wanted, ({ id }, read) => {
    bytes.set(id, read);
  });
  return found.map(({ commit, path, id, beforeId }) => ({
    commit,
    path: displayPath(path),
    size: sizes.get(id) ?? 0,
    bytes: bytes.get(id) ?? null,
    before: beforeId === null ? null : (bytes.get(beforeId) ?? null),
  }));
}
