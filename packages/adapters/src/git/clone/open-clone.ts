import { join } from "node:path";
import type { Content, RawChange } from "@countersign/core";
import type { Mirror } from "@countersign/engine";
import { digestChanges } from "../diff/digest-changes.ts";
import { readChangedTrees } from "../diff/read-change.ts";
import type { ParsedCommit } from "../format/parse-commit.ts";
import { listLinks } from "../objects/list-links.ts";
import { listPaths, listTree, SUBMODULE } from "../objects/list-tree.ts";
import { findTreeFiles, readBlob, readTreeFile } from "../objects/read-blob.ts";
import { readBlobs } from "../objects/read-blobs.ts";
import { AlteredObject, readCommit, readObjectInfo } from "../objects/read-objects.ts";
import { inspectPath } from "../paths/inspect-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { readHeadFile } from "../refs/read-ref.ts";
import { borrowObjects, type ObjectPlaces } from "./borrowed-directory.ts";
import { findClone } from "./find-clone.ts";
import { isAncestor } from "./is-ancestor.ts";
import { type ListedSegment, listProofs } from "./list-proofs.ts";
import { listRefs } from "./list-refs.ts";
import { type FolderTexts, readFolderTexts } from "./read-folder-texts.ts";
import { resolveCloneRevision } from "./resolve-clone-revision.ts";

/** Reads a clone without using anything of it but refs and objects. Writes nothing and runs nothing of it. */
export type Clone = {
  /** The directory with its refs and objects, with all links resolved. */
  directory: string;
  isShallow: boolean;
  /** The facts of a change read these. The name of the repository is not used. */
  files: Pick<Mirror, "findFiles" | "readBlob" | "readFile" | "listLinks" | "listPaths">;
  listRefs(prefix: string): Promise<ReadonlyMap<string, string>>;
  /** The branch that is checked out. Null without one. */
  readBranch(): Promise<string | null>;
  /** Finds the commit that a revision such as `HEAD~2` names. */
  resolve(revision: string): Promise<string | null>;
  hasObject(id: string): Promise<boolean>;
  /** Null if the clone lacks it or it is malformed. */
  readCommit(id: string): Promise<ParsedCommit | null>;
  /** Null if the clone lacks commits between them. */
  isAncestor(ancestor: string, commit: string): Promise<boolean | null>;
  readChange(content: Content, options: ReadOptions): Promise<RawChange>;
  digestChanges(from: string | null, to: string): Promise<string>;
  listProofs(tip: string, known: string | null): Promise<ListedSegment>;
  readTexts(
    trees: readonly string[],
    options: { names: readonly string[]; maxBytes: number },
  ): Promise<ReadonlyMap<string, FolderTexts>>;
  /** Reads every file of a commit, and returns the ids of objects that were altered: the first one that is found. */
  findAltered(commit: string): Promise<string[]>;
  close(): void;
};

type ReadOptions = {
  protectedKeys: readonly string[];
  /** The reviewed commits, or those that the clone has instead. */
  commits: Pick<Content, "base" | "head">;
};

export type CloneOptions = {
  /** Any directory of the clone. */
  directory: string;
  git?: string | undefined;
  /** Objects of a push that is not accepted yet. */
  quarantine?: ObjectPlaces | undefined;
  /** Values that refs will have after a push. Null: none. */
  overlay?: ReadonlyMap<string, string | null> | undefined;
};

const SHA256_DIGITS = 64;

export async function openClone(options: CloneOptions): Promise<Clone> {
  const { directory, git, quarantine, overlay = new Map() } = options;
  const located = await findClone(directory);
  const { common, gitDir } = located;
  const own = join(common, "objects");
  const places = quarantine ?? { objects: own, alternates: [] };
  const format = await findFormat(common, gitDir);
  const mirror = borrowObjects({ places: withOwn(places, own), format, git });
  return {
    directory: common,
    isShallow: inspectPath(join(common, "shallow")) !== null,
    files: readFiles(mirror),
    listRefs: async (prefix) => overlaid(await listRefs(common, prefix), prefix, overlay),
    readBranch: async () => (await readHeadFile(gitDir)).branch,
    resolve: (revision) => resolveCloneRevision(mirror, located, revision),
    hasObject: async (id) => (await readObjectInfo(mirror, [id]))[0] != null,
    readCommit: (id) => readCommit(mirror, id),
    isAncestor: (ancestor, commit) => isAncestor(mirror, ancestor, commit),
    readChange: (content, options) => readChangedTrees(mirror, content, options),
    digestChanges: async (from, to) => (await digestChanges(mirror, { from, to })).sha256,
    listProofs: (tip, known) => listProofs(mirror, tip, known),
    readTexts: (trees, options) => readFolderTexts(mirror, trees, options),
    findAltered: (commit) => findAltered(mirror, commit),
    close: () => mirror.rest(),
  };
}

/** The objects of a push are beside those of the repository. */
function withOwn({ objects, alternates }: ObjectPlaces, own: string): ObjectPlaces {
  return { objects, alternates: [...new Set([...alternates, own])].filter((at) => at !== objects) };
}

function overlaid(
  refs: Map<string, string>,
  prefix: string,
  overlay: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string> {
  for (const [ref, id] of overlay) {
    if (!ref.startsWith(prefix)) continue;
    if (id === null) refs.delete(ref);
    else refs.set(ref, id);
  }
  return refs;
}

async function findAltered(mirror: MirrorDirectory, commit: string): Promise<string[]> {
  try {
    const files = [...(await listTree(mirror, commit)).values()];
    const blobs = files.filter(({ mode }) => mode !== SUBMODULE).map(({ id }) => id);
    await readBlobs(mirror, [...new Set(blobs)], async () => {});
    return [];
  } catch (error) {
    if (error instanceof AlteredObject) return [error.id];
    throw error;
  }
}

function readFiles(mirror: MirrorDirectory): Clone["files"] {
  return {
    findFiles: (_, tree, paths) => findTreeFiles(mirror, tree, paths),
    readBlob: (_, id, maxBytes) => readBlob(mirror, id, maxBytes),
    readFile: (_, tree, path, maxBytes) => readTreeFile(mirror, tree, { path, maxBytes }),
    listLinks: (_, tree) => listLinks(mirror, tree),
    listPaths: (_, tree) => listPaths(mirror, tree),
  };
}

/** The length of any id tells the hash, so that the clone's configuration is not read. */
async function findFormat(common: string, gitDir: string): Promise<"sha1" | "sha256"> {
  const { branch, commit } = await readHeadFile(gitDir);
  const [any = ""] = commit === null ? (await listRefs(common, "refs/")).values() : [commit];
  const isLong = any.length === SHA256_DIGITS;
  return isLong && (branch !== null || commit !== null) ? "sha256" : "sha1";
}
