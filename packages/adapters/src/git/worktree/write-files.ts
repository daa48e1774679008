import { constants } from "node:fs";
import { mkdir, open, rename, rm, rmdir, symlink, unlink } from "node:fs/promises";
import { LINK, SUBMODULE, type TreeFile } from "../objects/list-tree.ts";
import { readBlobs } from "../objects/read-blobs.ts";
import { type BytePath, foldersAbove, parentFolder, pathBaseName } from "../paths/byte-path.ts";
import { objectId } from "../paths/names.ts";
import { withFolder } from "../paths/open-folder.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { streamGit } from "../program/run-git.ts";

/** Returns true if a path may be changed; called right before the change. */
type May = (path: BytePath) => Promise<boolean>;

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const EXECUTABLE = "100755";
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/** Writes files below a root, each atomically: a path always has the old file or the new one. */
export async function writeTreeFiles(
  mirror: MirrorDirectory,
  root: string,
  { files, may }: { files: ReadonlyMap<BytePath, TreeFile>; may: May },
): Promise<void> {
  const small = new Map<string, [BytePath, TreeFile][]>();
  for (const [path, file] of files) {
    if (file.mode === SUBMODULE) await makeFolder(root, path, may);
    else if (file.size > MAX_HELD_BYTES)
      await put(root, path, { file, may, fill: copyTo(mirror, file) });
    else small.set(file.id, [...(small.get(file.id) ?? []), [path, file]]);
  }
  await readBlobs(mirror, [...small.keys()], async (id, bytes) => {
    for (const [path, file] of small.get(id) ?? []) {
      const fill = async (draft: Buffer): Promise<void> =>
        await createTreeFile(draft, file.mode, bytes);
      await put(root, path, { file, may, fill });
    }
  });
}

/** Removes files below a root, and folders that become empty. */
export async function removeFiles(
  root: string,
  { paths, may }: { paths: readonly BytePath[]; may: May },
): Promise<void> {
  for (const path of paths) {
    if (!(await may(path))) continue;
    await withFolder(root, { folder: parentFolder(path), make: false }, async (at) => {
      await unlink(at(pathBaseName(path))).catch(stays);
    });
  }
  const folders = new Set([...paths, ...paths.flatMap(foldersAbove)]);
  for (const folder of [...folders].toSorted().toReversed()) {
    await withFolder(root, { folder: parentFolder(folder), make: false }, async (at) => {
      await rmdir(at(pathBaseName(folder))).catch(stays);
    });
  }
}

type Fill = (draft: Buffer) => Promise<void>;

async function put(
  root: string,
  path: BytePath,
  { file, may, fill }: { file: TreeFile; may: May; fill: Fill },
): Promise<void> {
  await withFolder(root, { folder: parentFolder(path), make: true }, async (at) => {
    const draft = at(`.countersign-${file.id}`);
    await rm(draft, { force: true });
    try {
      await fill(draft);
      if (!(await may(path))) return;
      await rmdir(at(pathBaseName(path))).catch(stays); // only an empty folder may be replaced
      await rename(draft, at(pathBaseName(path)));
    } finally {
      await rm(draft, { force: true });
    }
  });
}

/** Streams a file that is too large for memory. */
function copyTo(mirror: MirrorDirectory, { id, mode }: TreeFile): Fill {
  return async (draft) => {
    const file = await open(draft, CREATE, permissions(mode));
    const call = { gitDir: mirror.path, args: ["cat-file", "blob", objectId(id)] } as const;
    try {
      await streamGit(mirror.settings, call, async (output) => {
        for await (const chunk of output) await file.writeFile(chunk);
      });
    } finally {
      await file.close();
    }
  };
}

/** Creates a file or link at a free path. */
export async function createTreeFile(place: Buffer, mode: string, bytes: Buffer): Promise<void> {
  if (mode === LINK) return await symlink(bytes, place);
  const file = await open(place, CREATE, permissions(mode));
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

function permissions(mode: string): number {
  return mode === EXECUTABLE ? 0o777 : 0o666;
}

/** Creates the empty folder of a submodule, and removes a file in its place. */
async function makeFolder(root: string, path: BytePath, may: May): Promise<void> {
  await withFolder(root, { folder: parentFolder(path), make: true }, async (at) => {
    if (await may(path)) await unlink(at(pathBaseName(path))).catch(stays);
    await mkdir(at(pathBaseName(path))).catch(stays);
  });
}

function stays(error: NodeJS.ErrnoException): void {
  const known = ["ENOENT", "ENOTDIR", "ENOTEMPTY", "EEXIST", "EISDIR", "EPERM", "ELOOP", "EBUSY"];
  if (!known.includes(error.code ?? "")) throw error;
}
