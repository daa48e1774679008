import { dirname, join, sep } from "node:path";
import { CountersignError } from "@countersign/core";
import { realPath } from "../paths/inspect-path.ts";
import { branchRef, objectId } from "../paths/names.ts";
import { readSmallFile } from "../paths/read-small-file.ts";
import type { LocatedRepository } from "./locate-repository.ts";
import { readPackedRefs } from "./packed-refs.ts";
import { readRefFile } from "./read-ref-file.ts";

const MAX_REF = 4_096;
const SYMBOLIC = /^ref:\s*(refs\/heads\/\S.*)$/;

/** Returns the commit of a branch; null if there is no such branch. */
export async function readBranch(
  located: LocatedRepository,
  branch: string,
): Promise<string | null> {
  const ref = branchRef(branch);
  const loose = await readLoose(located.common, ref);
  if (loose?.startsWith("ref:")) {
    throw new CountersignError("invalid_input", `The branch ${branch} is an alias of another`, {
      hint: `Remove the alias with git symbolic-ref --delete ${ref}, and make the branch again`,
    });
  }
  if (loose !== null) return objectId(loose);
  return await readPacked(located.common, ref);
}

/** Returns the object of a full ref name such as `refs/tags/v1`; null if there is none. */
export async function readRef(located: LocatedRepository, ref: string): Promise<string | null> {
  const loose = await readLoose(located.common, ref);
  if (loose?.startsWith("ref:")) {
    throw new CountersignError("invalid_input", `${ref} is an alias of another name`);
  }
  return loose === null ? await readPacked(located.common, ref) : objectId(loose);
}

/** Returns the commit that a worktree has checked out. */
export async function readWorktreeHead(located: LocatedRepository): Promise<string> {
  const { branch, commit } = await readHeadFile(located.gitDir);
  const found = branch === null ? commit : await readBranch(located, branch);
  if (found === null)
    throw new CountersignError("not_found", "Nothing is committed there yet", {
      hint: "Make a first commit: git add -A && git commit -m first",
    });
  return found;
}

/** Reads HEAD: a branch, or a detached commit. */
export async function readHeadFile(
  gitDir: string,
): Promise<{ branch: string | null; commit: string | null }> {
  const head = (await readSmallFile(join(gitDir, "HEAD"), MAX_REF))?.trimEnd() ?? "";
  const branch = SYMBOLIC.exec(head)?.[1];
  if (branch !== undefined) return { branch: branchRef(branch), commit: null };
  return { branch: null, commit: objectId(head) };
}

/** Returns the path of a loose ref; null if its directory is missing or outside the repository. */
export async function looseRefPath(common: string, ref: string): Promise<string | null> {
  const path = join(common, ref);
  const folder = realPath(dirname(path));
  if (folder === null) return null;
  const [top = "", kind = ""] = ref.split("/");
  if (!`${folder}${sep}`.startsWith(join(common, top, kind) + sep)) {
    throw new CountersignError("invalid_input", "The repository's branches are kept elsewhere");
  }
  return path;
}

async function readLoose(common: string, ref: string): Promise<string | null> {
  const path = await looseRefPath(common, ref);
  return path === null ? null : ((await readRefFile(path, MAX_REF, ref))?.trimEnd() ?? null);
}

async function readPacked(common: string, ref: string): Promise<string | null> {
  const refs = await readPackedRefs(common);
  return refs.get(Buffer.from(ref).toString("latin1")) ?? null;
}
