import type { Mirror } from "../../ports/mirror.ts";
import type { FinishedTask } from "../../store/tasks/merge-outcomes.ts";
import type { FileVersion, WatchedFile } from "./judge-later-change.ts";

/** Larger files are compared by their blobs only. */
const MAX_BYTES = 1_000_000;
/** Paths of a task that are read. A task with more is judged by its first ones. */
const MAX_PATHS = 500;

/** Reads the files of a finished task before and after its own work, and before and after a step of the target. */
export async function readWatchedFiles(
  mirror: Pick<Mirror, "findFiles" | "readBlob">,
  { paths: all, content: { repo, base, tree } }: FinishedTask,
  step: { from: string; to: string },
): Promise<WatchedFile[]> {
  const paths = all.slice(0, MAX_PATHS);
  const find = (at: string) => mirror.findFiles(repo, at, paths);
  const ids = {
    base: await find(base),
    own: await find(tree),
    before: await find(step.from),
    after: await find(step.to),
  };
  const read = new Map<string, Promise<FileVersion>>();
  const version = (id: string | undefined): Promise<FileVersion> => {
    if (id === undefined) return Promise.resolve({ id: null, lines: [] });
    const known = read.get(id) ?? readVersion(mirror, repo, id);
    read.set(id, known);
    return known;
  };
  const files: WatchedFile[] = [];
  for (const path of paths) {
    if (ids.base.get(path) === ids.own.get(path)) continue;
    files.push({
      base: await version(ids.base.get(path)),
      own: await version(ids.own.get(path)),
      before: await version(ids.before.get(path)),
      after: await version(ids.after.get(path)),
    });
  }
  return files;
}

async function readVersion(
  mirror: Pick<Mirror, "readBlob">,
  repo: string,
  id: string,
): Promise<FileVersion> {
  const { bytes } = await mirror.readBlob(repo, id, MAX_BYTES);
  if (bytes === null || bytes.includes(0)) return { id, lines: [] };
  return { id, lines: Buffer.from(bytes).toString("utf8").split("\n") };
}
