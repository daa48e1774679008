import {
  type Policy,
  type ReachedFile,
  reachedFiles,
  type SteeringSource,
  sourceKind,
} from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";

type Reader = Pick<Mirror, "listLinks" | "listPaths" | "readFile">;

const MAX_SOURCES = 500;
const MAX_SOURCE_BYTES = 256 * 1024;

/** Returns which of these changed paths the scripts, settings and links of an accepted commit lead checks to. */
export async function readReached(
  mirror: Reader,
  { repo, base, paths }: { repo: string; base: string; paths: readonly string[] },
  { checks }: Pick<Policy, "checks">,
): Promise<ReachedFile[]> {
  if (checks.length === 0 || paths.length === 0) return [];
  const links = await mirror.listLinks(repo, base);
  const found = (await mirror.listPaths(repo, base)).filter((path) => sourceKind(path) !== null);
  const sources: SteeringSource[] = [];
  for (const path of found.toSorted(byDepth).slice(0, MAX_SOURCES)) {
    const read = await mirror.readFile(repo, base, path, MAX_SOURCE_BYTES);
    if (read?.bytes == null) continue;
    sources.push({ path, text: Buffer.from(read.bytes).toString("utf8") });
  }
  return reachedFiles(paths, { sources, links }, checks);
}

/** Sorts by depth, because files near the root are more likely to steer checks. */
function byDepth(one: string, other: string): number {
  return one.split("/").length - other.split("/").length || (one < other ? -1 : 1);
}
