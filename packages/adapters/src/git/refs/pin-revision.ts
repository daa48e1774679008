import { CountersignError } from "@countersign/core";
import type { Pinned, Repository } from "@countersign/engine";
import { withLentObjects } from "../copy/lent-objects.ts";
import { isKept } from "../objects/kept-commits.ts";
import { resolveTree } from "../objects/read-objects.ts";
import { isRefPath, objectId } from "../paths/names.ts";
import { ensureMirror, type MirrorDirectory } from "../program/mirror-directory.ts";
import { copyCommit } from "./fetch.ts";
import { type LocatedRepository, locateRepository } from "./locate-repository.ts";
import { readRef, readWorktreeHead } from "./read-ref.ts";

/** A name, and steps to its parents: `HEAD~2`, `origin/main^2`. */
const REVISION = /^([^~^]+)((?:[~^][0-9]{0,4}){0,10})$/;
const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SHORT_ID = /^[0-9a-f]{7,63}$/;

/** Prefixes for short names, in order. Branches come first, so that a tag cannot shadow one. */
const KINDS = ["refs/heads/", "refs/remotes/", "refs/tags/"] as const;

/** Copies the commit of a revision into the mirror; null if there is none. */
export async function pinRevision(
  mirror: MirrorDirectory,
  repository: Repository,
  revision: string,
): Promise<Pinned | null> {
  const { name, steps } = parse(revision);
  const located = await locateRepository(repository.path);
  const start = await startOf(mirror, located, name);
  if (start === null) return null;
  const pinned = await copyCommit(mirror, located.common, start);
  return steps === "" ? pinned : await resolve(mirror, `${pinned.commit}${steps}`);
}

/** Parses a revision. Refuses options, ranges, searches and paths before git sees them. */
function parse(revision: string): { name: string; steps: string } {
  const [, name = "", steps = ""] = REVISION.exec(revision) ?? [];
  const isName = name === "HEAD" || isRefPath(name);
  if (isName) return { name, steps };
  throw new CountersignError("invalid_input", "That is not the name of a commit", {
    hint: "Name a branch, a tag, an id, or HEAD~1",
  });
}

async function startOf(
  mirror: MirrorDirectory,
  located: LocatedRepository,
  name: string,
): Promise<string | null> {
  if (name === "HEAD") return await readWorktreeHead(located);
  const named = FULL_ID.test(name) ? name : await readName(located, name);
  if (named !== null) return await peel(mirror, located.common, named);
  if (!SHORT_ID.test(name)) return null;
  await copyCommit(mirror, located.common, await readWorktreeHead(located));
  return (await resolve(mirror, name))?.commit ?? null;
}

async function readName(located: LocatedRepository, name: string): Promise<string | null> {
  const isFull = KINDS.some((kind) => name.startsWith(kind));
  for (const ref of isFull ? [name] : KINDS.map((kind) => `${kind}${name}`)) {
    const found = await readRef(located, ref);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the commit of an object. A tag may refer to another tag. */
async function peel(mirror: MirrorDirectory, common: string, id: string): Promise<string | null> {
  await ensureMirror(mirror, id);
  if (await isKept(mirror, id)) return id;
  return await withLentObjects(mirror, common, async (lent) => {
    const { output } = await mirror.run(["cat-file", "--batch-check=%(objectname)"], {
      input: `${objectId(id)}^{commit}\n`,
      variables: { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(lent) },
    });
    const line = output.toString("latin1").trimEnd();
    return FULL_ID.test(line) ? line : null;
  });
}

/** Resolves hex digits and steps to a commit of the mirror. */
async function resolve(mirror: MirrorDirectory, named: string): Promise<Pinned | null> {
  const { code, output } = await mirror.run(
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${named}^{commit}`],
    { answers: [0, 1, 128] },
  );
  if (code !== 0) return null;
  const commit = objectId(output.toString("latin1").trimEnd());
  return { commit, tree: await resolveTree(mirror, commit) };
}
