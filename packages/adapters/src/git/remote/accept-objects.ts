import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { GitSettings } from "../program/git-settings.ts";
import { streamGit } from "../program/run-git.ts";
import { RemoteGitError } from "./remote-git-error.ts";

/** Files of a pack, the index last: git sees a pack when it has its index. */
const PACK_FILE = /^pack-[0-9a-f]+\.(pack|rev|idx)$/;
const ORDER = ["pack", "rev", "idx"];

/** Moves the packs of a fetch into the clone, if no object in them is larger than the limit. */
export async function acceptObjects(
  settings: GitSettings,
  { incoming, gitDir }: { incoming: string; gitDir: string },
  maxObjectBytes: number,
): Promise<void> {
  await requireSmallObjects(settings, incoming, maxObjectBytes);
  const [from, to] = [incoming, gitDir].map((path) => join(path, "objects", "pack"));
  if (from === undefined || to === undefined) return;
  const files = (await readdir(from)).filter((name) => PACK_FILE.test(name));
  for (const name of files.toSorted((one, other) => rankOf(one) - rankOf(other)))
    await rename(join(from, name), join(to, name));
}

function rankOf(name: string): number {
  return ORDER.indexOf(PACK_FILE.exec(name)?.[1] ?? "");
}

const LIST_SIZES = [
  "cat-file",
  "--batch-all-objects",
  "--unordered",
  "--batch-check=%(objectsize)",
] as const;

/** A few kilobytes of a pack can expand to an object of gigabytes. */
async function requireSmallObjects(
  settings: GitSettings,
  incoming: string,
  maxObjectBytes: number,
): Promise<void> {
  await streamGit(settings, { gitDir: incoming, args: LIST_SIZES }, async (output) => {
    let rest = "";
    for await (const chunk of output) {
      const lines = `${rest}${chunk.toString("latin1")}`.split("\n");
      rest = lines.pop() ?? "";
      if (lines.some((line) => Number(line) > maxObjectBytes))
        throw new RemoteGitError("too_large", {
          detail: `a file has more than ${maxObjectBytes} bytes`,
        });
    }
  });
}
