import { join } from "node:path";
import { CountersignError, ENGINE_EMAIL } from "@countersign/core";
import type { MergeCommit } from "@countersign/engine";
import type { StoredObject } from "../format/object-bytes.ts";
import { objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { cacheObject } from "./read-objects.ts";
import { writeObject } from "./write-object.ts";

/** The committer of the engine's commits. */
export const COMMIT_IDENTITY = {
  name: "countersign",
  email: ENGINE_EMAIL,
};

/** The message of the commit for uncommitted work. */
export const UNCOMMITTED = "Uncommitted work\n";

/** Characters that git strips from both ends of a name: control characters and these. */
const ENDS = "[\\u0000-\\u0020.,:;<>\"\\\\']";
const AT_THE_ENDS = new RegExp(`^${ENDS}+|${ENDS}+$`, "g");

/** Writes a commit into the mirror. The same input creates the same commit. */
export async function writeCommit(mirror: MirrorDirectory, commit: MergeCommit): Promise<string> {
  const object = commitObject(commit);
  const id = await writeObject(join(mirror.path, "objects"), object, commit.tree.length);
  cacheObject(mirror, id, object);
  return id;
}

/** Writes a commit into any object store. */
export async function writeCommitInto(store: string, commit: MergeCommit): Promise<string> {
  return await writeObject(store, commitObject(commit), commit.tree.length);
}

function commitObject(commit: MergeCommit): StoredObject {
  const { tree, parents, message, author, atSeconds } = commit;
  const at = `${Math.trunc(atSeconds)} +0000`;
  const lines = [
    `tree ${objectId(tree)}`,
    ...new Set(parents.map((parent) => `parent ${objectId(parent)}`)),
    `author ${signature(author)} ${at}`,
    `committer ${signature(COMMIT_IDENTITY)} ${at}`,
  ];
  return { type: "commit", bytes: Buffer.from(`${lines.join("\n")}\n\n${message}`) };
}

function signature({ name, email }: MergeCommit["author"]): string {
  const plain = clean(name);
  if (plain === "") throw new CountersignError("invalid_input", "A commit needs a plain author");
  return `${plain} <${clean(email)}>`;
}

function clean(text: string): string {
  return text.replaceAll(AT_THE_ENDS, "").replaceAll(/[\n<>]/g, "");
}
