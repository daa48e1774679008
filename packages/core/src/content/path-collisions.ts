/** Two paths that are the same file on file systems that ignore case or Unicode form. */
export type PathCollision = { path: string; other: string };

/**
 * Finds changed paths that differ from another path of the tree only in case or Unicode form.
 *
 * Folders count too: `src/a.ts` and `Src/b.ts` are in one folder on such a file system.
 */
export function findPathCollisions(
  changed: readonly string[],
  tree: readonly string[],
): PathCollision[] {
  const spellings = new Map<string, Set<string>>();
  for (const path of [...tree, ...changed]) {
    for (const part of beginnings(path)) {
      const folded = fold(part);
      const known = spellings.get(folded);
      if (known === undefined) spellings.set(folded, new Set([part]));
      else known.add(part);
    }
  }
  return changed.flatMap((path) => collisionsOf(path, spellings));
}

/** Returns the first folder of a path, or the path itself, that collides with another one. */
function collisionsOf(
  path: string,
  spellings: ReadonlyMap<string, ReadonlySet<string>>,
): PathCollision[] {
  for (const part of beginnings(path)) {
    const [other] = [...(spellings.get(fold(part)) ?? [])].filter((known) => known !== part);
    if (other !== undefined) return [{ path, other }];
  }
  return [];
}

/** `a/b/c.ts` → `a`, `a/b`, `a/b/c.ts`. */
function beginnings(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function fold(path: string): string {
  return path.normalize("NFC").toLowerCase().normalize("NFC");
}
