import {
  findByAbbreviation,
  readCommit,
  readObject,
  readObjectInfo,
} from "../objects/read-objects.ts";
import { isObjectId, isRefPath } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import type { LocatedRepository } from "../refs/locate-repository.ts";
import { readHeadFile, readRef } from "../refs/read-ref.ts";

const MAX_TAG_BYTES = 1024 * 1024;
const MAX_TAGS = 10;

/** A name and the steps to an ancestor: `main~2^2`. */
const REVISION = /^(.+?)((?:[~^][0-9]*)*)$/s;

/** Finds the commit that a revision names, as git does. Null if there is none. */
export async function resolveCloneRevision(
  mirror: MirrorDirectory,
  located: LocatedRepository,
  revision: string,
): Promise<string | null> {
  const [, name = "", steps = ""] = REVISION.exec(revision) ?? [];
  const named = await resolveName(mirror, located, name);
  let commit = named === null ? null : await peelTags(mirror, named);
  for (const [, kind, count] of steps.matchAll(/([~^])([0-9]*)/g)) {
    if (commit === null) return null;
    const number = count === "" ? 1 : Number(count);
    commit = await ancestorOf(mirror, commit, kind === "~" ? Array(number).fill(1) : [number]);
  }
  return commit;
}

async function resolveName(
  mirror: MirrorDirectory,
  located: LocatedRepository,
  name: string,
): Promise<string | null> {
  if (isObjectId(name)) return name;
  if (name === "HEAD" || name === "@") return await resolveHead(located);
  for (const ref of isRefPath(name) ? refsNamed(name) : []) {
    const id = await readRef(located, ref);
    if (id !== null) return id;
  }
  return (await findByAbbreviation(mirror, name))?.id ?? null;
}

async function resolveHead(located: LocatedRepository): Promise<string | null> {
  const { branch, commit } = await readHeadFile(located.gitDir);
  return branch === null ? commit : await readRef(located, branch);
}

/** The refs that a name may mean, in git's order. */
function refsNamed(name: string): string[] {
  return [
    ...(name.startsWith("refs/") ? [name] : []),
    ...(name.includes("/") ? [`refs/${name}`] : []),
    ...["refs/tags", "refs/heads", "refs/remotes"].map((folder) => `${folder}/${name}`),
  ];
}

async function peelTags(mirror: MirrorDirectory, named: string): Promise<string | null> {
  let id = named;
  for (let tags = 0; tags <= MAX_TAGS; tags += 1) {
    const [info] = await readObjectInfo(mirror, [id]);
    if (info?.type === "commit") return id;
    if (info?.type !== "tag" || info.size > MAX_TAG_BYTES) return null;
    const tag = (await readObject(mirror, info)).toString("latin1");
    id = /^object ([0-9a-f]+)\n/.exec(tag)?.[1] ?? "";
    if (!isObjectId(id)) return null;
  }
  return null;
}

/** Follows parents by their numbers. 0 is the commit itself. */
async function ancestorOf(
  mirror: MirrorDirectory,
  commit: string,
  parents: readonly number[],
): Promise<string | null> {
  let id: string | null = commit;
  for (const number of parents) {
    if (id === null || number === 0) continue;
    id = (await readCommit(mirror, id))?.parents[number - 1] ?? null;
  }
  return id;
}
