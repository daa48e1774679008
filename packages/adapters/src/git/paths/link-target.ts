import type { BytePath } from "./byte-path.ts";

const MAX_LINKS = 40;
const MAX_TARGET = 4_096;

/** The targets of all links of a tree by path. */
type Links = ReadonlyMap<BytePath, BytePath>;

/**
 * Returns a test whether a link of a tree stays below its top, even through other links.
 *
 * The link must do so on case-sensitive and on case-insensitive file systems.
 */
export function createLinkGuard(links: Links): (path: BytePath) => boolean {
  const folded = new Map([...links].map(([path, target]) => [fold(path), target]));
  return (path) =>
    endsInside(path, (at) => links.get(at)) && endsInside(path, (at) => folded.get(fold(at)));
}

function endsInside(path: BytePath, targetAt: (path: BytePath) => BytePath | undefined): boolean {
  const ahead = path.split("/").toReversed();
  let here: BytePath[] = [];
  let links = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    const next = step(here, name);
    if (next === null) return false;
    const target = next.length > here.length ? targetAt(next.join("/")) : undefined;
    if (target === undefined) here = next;
    else {
      links += 1;
      if (links > MAX_LINKS || !isRelative(target)) return false;
      ahead.push(...target.split("/").toReversed());
    }
  }
  return true;
}

/** Returns the folder that a name leads to; null above the top. */
function step(here: readonly BytePath[], name: BytePath): BytePath[] | null {
  if (name === "" || name === ".") return [...here];
  if (name !== "..") return [...here, name];
  return here.length === 0 ? null : here.slice(0, -1);
}

function isRelative(target: BytePath): boolean {
  return target !== "" && target.length < MAX_TARGET && !/^\/|[\0\\]/.test(target);
}

/** Returns the same text for two names that some file systems treat as one. */
function fold(path: BytePath): string {
  return Buffer.from(path, "latin1").toString("utf8").normalize("NFC").toLowerCase();
}
