import { type Content, MAX_COMMITS, type RawChange } from "@countersign/core";
import type { Pinned } from "@countersign/engine";
import { objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { readCommit, readObjectInfo, resolveTree } from "./read-objects.ts";

const MAX_FEW = 50;
const FIELDS = 5;
const FORMAT = "--format=tformat:%H%x00%an%x00%ae%x00%ce%x00%s";

type Commit = RawChange["commits"][number];

/**
 * Lists the commits between base and head, newest first. If the base is a tree, lists the head
 * alone.
 */
export async function listCommits(
  mirror: MirrorDirectory,
  { base, head }: Pick<Content, "base" | "head">,
): Promise<Commit[]> {
  const few = await fewCommits(mirror, base, head);
  if (few !== null) return few;
  const [info] = await readObjectInfo(mirror, [base]);
  const isHistory = info?.type === "commit";
  const count = isHistory ? MAX_COMMITS : 1;
  const { output } = await mirror.run(
    [
      "log",
      "-z",
      FORMAT,
      "--no-show-signature",
      "--no-decorate",
      `--max-count=${count}`,
      "--stdin",
    ],
    { input: `${objectId(head)}\n${isHistory ? `^${objectId(base)}\n` : ""}` },
  );
  const fields = output.toString("utf8").split("\0").slice(0, -1);
  const commits: Commit[] = [];
  for (let at = 0; at < fields.length; at += FIELDS) {
    const [id = "", authorName = "", authorEmail = "", committerEmail = "", subject = ""] =
      fields.slice(at, at + FIELDS);
    commits.push({
      id: objectId(id),
      authorName: cut(authorName, 500),
      authorEmail: cut(authorEmail, 500),
      committerEmail: cut(committerEmail, 500),
      subject: cut(subject, 2_000),
    });
  }
  return commits;
}

/** Lists the same commits, each with its tree. */
export async function pinCommits(
  mirror: MirrorDirectory,
  range: Pick<Content, "base" | "head">,
): Promise<Pinned[]> {
  const pinned: Pinned[] = [];
  for (const { id } of await listCommits(mirror, range))
    pinned.push({ commit: id, tree: await resolveTree(mirror, id) });
  return pinned;
}

/** Lists a short linear history; null if git has to list it. */
async function fewCommits(
  mirror: MirrorDirectory,
  base: string,
  head: string,
): Promise<Commit[] | null> {
  const commits: Commit[] = [];
  let id = head;
  while (id !== base) {
    const commit = await readCommit(mirror, id);
    const [parent, ...others] = commit?.parents ?? [];
    if (
      !commit?.author ||
      !commit.committer ||
      commit.isEncoded ||
      parent === undefined ||
      others.length > 0
    )
      return null;
    if (commits.length === MAX_FEW) return null;
    commits.push({
      id,
      authorName: cut(asUtf8(commit.author.name), 500),
      authorEmail: cut(asUtf8(commit.author.email), 500),
      committerEmail: cut(asUtf8(commit.committer.email), 500),
      subject: cut(asUtf8(subjectOf(commit.message)), 2_000),
    });
    id = parent;
  }
  return commits;
}

/** Returns the first paragraph of a message as one line. */
function subjectOf(message: string): string {
  const lines = message.split("\n").map((line) => line.replace(/[ \t\r\v\f]+$/, ""));
  const start = lines.findIndex((line) => line !== "");
  if (start === -1) return "";
  const end = lines.indexOf("", start);
  return lines.slice(start, end === -1 ? lines.length : end).join(" ");
}

function asUtf8(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Truncates between characters. */
function cut(text: string, max: number): string {
  return text.slice(0, max).toWellFormed();
}
