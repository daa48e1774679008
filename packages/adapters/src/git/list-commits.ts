import type { Content, RawChange } from "@countersign/core";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { objectId } from "./names.ts";

/** The newest commits of a change; more are not read. */
const MAX_COMMITS = 1_000;
const FIELDS = 4;
const FORMAT = "--format=tformat:%H%x00%an%x00%ae%x00%s";

type Commit = RawChange["commits"][number];

/** The commits between base and head, newest first; where the base is only a tree, the head alone. */
export async function listCommits(
  mirror: MirrorDirectory,
  { base, head }: Pick<Content, "base" | "head">,
): Promise<Commit[]> {
  const isHistory = (await typeOf(mirror, base)) === "commit";
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
    const [id = "", authorName = "", authorEmail = "", subject = ""] = fields.slice(
      at,
      at + FIELDS,
    );
    commits.push({
      id: objectId(id),
      authorName: cut(authorName, 500),
      authorEmail: cut(authorEmail, 500),
      subject: cut(subject, 2_000),
    });
  }
  return commits;
}

async function typeOf(mirror: MirrorDirectory, id: string): Promise<string> {
  const { output } = await mirror.run(["cat-file", "--batch-check=%(objecttype)"], {
    input: `${objectId(id)}\n`,
  });
  return output.toString("latin1").trimEnd();
}

/** Cuts between characters, never inside one. */
function cut(text: string, max: number): string {
  return text.slice(0, max).toWellFormed();
}
