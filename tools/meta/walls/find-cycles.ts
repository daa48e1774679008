import { dirname } from "node:path";
import type { Import } from "./read-imports.ts";

/** Finds groups of files that import each other, directly or indirectly. */
export function findCycles(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const next = (path: string) => (targets.get(path) ?? []).flatMap(({ to }) => to ?? []);
  const reached = new Map([...targets.keys()].map((path) => [path, reachable(path, next)]));
  const inCycle = [...targets.keys()].filter((path) => reached.get(path)?.has(path));
  const groups = Map.groupBy(inCycle, (path) =>
    inCycle.filter((other) => isMutual(reached, path, other)).join("\n"),
  );
  return [...groups.values()];
}

function isMutual(reached: ReadonlyMap<string, ReadonlySet<string>>, a: string, b: string) {
  return reached.get(a)?.has(b) === true && reached.get(b)?.has(a) === true;
}

function reachable(start: string, next: (path: string) => string[]): Set<string> {
  const seen = new Set<string>();
  const waiting = next(start);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    waiting.push(...next(path));
  }
  return seen;
}

/**
 * Finds pairs of folders whose files import each other. A folder contains only its direct files.
 */
export function findMutualFolders(imports: readonly Import[]): string[] {
  const edges = new Set(
    imports.flatMap(({ from, to }) => (to === null ? [] : [`${dirname(from)} ${dirname(to)}`])),
  );
  return [...edges]
    .filter((edge) => {
      const [a = "", b = ""] = edge.split(" ");
      return a < b && edges.has(`${b} ${a}`);
    })
    .toSorted();
}
