import { join } from "node:path";
import { objectId } from "../paths/names.ts";
import type { MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";
import { locateDirectory } from "../refs/locate-repository.ts";
import { readWorktreeHead } from "../refs/read-ref.ts";
import { readIndex } from "./worktree-index.ts";

const SUBMODULE = "160000";

/**
 * Reads the checked-out commit of a submodule from its files, without starting git in it; null if
 * nothing is checked out.
 */
export async function submoduleCommit(root: string, path: Buffer): Promise<string | null> {
  const name = path.toString("utf8");
  if (!Buffer.from(name).equals(path)) return null;
  const place = join(root, name);
  const located = await locateDirectory(place).catch(() => null);
  if (located === null || located.root !== place) return null; // missing, or behind a link
  return await readWorktreeHead(located).catch(() => null);
}

/** Returns a line for `update-index -z --index-info`. */
export function submoduleLine(path: Buffer, commit: string): Buffer {
  return Buffer.concat([Buffer.from(`${SUBMODULE} ${objectId(commit)}\t`), path, Buffer.of(0)]);
}

/**
 * Writes the submodules of a worktree into a private index: each at its checked-out commit, or else
 * at the staged one. Removes submodules that are no longer in the worktree's index.
 */
export async function placeSubmodules(
  mirror: MirrorDirectory,
  index: Parameters<Parameters<typeof withPrivateIndex>[1]>[0],
  { root, gitDir }: { root: string; gitDir: string },
): Promise<void> {
  const staged = await readIndex(mirror, gitDir);
  if (staged === null) return;
  const { output } = await mirror.run(["ls-files", "-z", "--stage"], { variables: index });
  const committed = output.toString("latin1").split("\0").filter(isSubmodule);
  const lines: Buffer[] = [];
  for (const line of committed) {
    const path = line.slice(line.indexOf("\t") + 1);
    const none = "0".repeat(line.indexOf(" 0\t") - SUBMODULE.length - 1);
    if (staged.get(path)?.mode !== SUBMODULE)
      lines.push(Buffer.from(`0 ${none}\t${path}\0`, "latin1"));
  }
  for (const [name, { mode, id }] of staged) {
    if (mode !== SUBMODULE) continue;
    const path = Buffer.from(name, "latin1");
    const commit = await submoduleCommit(root, path);
    lines.push(submoduleLine(path, commit?.length === id.length ? commit : id));
  }
  if (lines.length === 0) return;
  const input = Buffer.concat(lines);
  await mirror.run(["update-index", "-z", "--index-info"], { variables: index, input });
}

function isSubmodule(line: string): boolean {
  return line.startsWith(`${SUBMODULE} `);
}
