import type { ParsedCommit } from "../format/parse-commit.ts";
import { readCommit } from "../objects/read-objects.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

/** Maximum number of commits to read. */
const MAX_COMMITS = 200_000;

type Reached = { id: string; commit: ParsedCommit };

/**
 * Returns true if a commit contains another one. Reads the newest commits first, and each commit's own bytes. Null if
 * it was not found and the clone lacks commits below.
 */
export async function isAncestor(
  mirror: MirrorDirectory,
  ancestor: string,
  commit: string,
): Promise<boolean | null> {
  if (ancestor === commit) return true;
  const seen = new Set([commit]);
  const queue: Reached[] = [];
  let isCut = false;
  const add = async (id: string): Promise<void> => {
    const read = await readCommit(mirror, id);
    if (read === null) isCut = true;
    else insert(queue, { id, commit: read });
  };
  await add(commit);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { parents } = next.commit;
    if (parents.includes(ancestor)) return true;
    const fresh = parents.filter((id) => !seen.has(id));
    if (seen.size > MAX_COMMITS) return null;
    for (const id of fresh) {
      seen.add(id);
      await add(id);
    }
  }
  return isCut ? null : false;
}

/** Keeps the newest commit at the end. */
function insert(queue: Reached[], reached: Reached): void {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const isOlder = (queue[middle]?.commit.committed ?? 0) < reached.commit.committed;
    if (isOlder) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, reached);
}
