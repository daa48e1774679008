import type { When } from "../../policy/schema-review.ts";

const MOST = 8;

/** Only plain names are proposed, so that a pattern in an author's file name never becomes a policy pattern. */
const PLAIN = /^[A-Za-z0-9._@+/-]{1,100}$/;

/** Returns a condition that matches these file names in any folder. */
export function sameNames(paths: readonly string[]): When {
  return pathsLike(
    paths.map((path) => path.slice(path.lastIndexOf("/") + 1)),
    (name) => `**/${name}`,
  );
}

/** Returns a condition that matches these files and their neighbours. */
export function sameFolders(paths: readonly string[]): When {
  return pathsLike(
    paths.map((path) => path.slice(0, path.lastIndexOf("/") + 1) || path),
    (place) => (place.endsWith("/") ? `${place}**` : place),
  );
}

function pathsLike(places: readonly string[], pattern: (place: string) => string): When {
  const plain = [...new Set(places)].filter((place) => PLAIN.test(place)).sort();
  return plain.length === 0 ? "always" : { paths: plain.slice(0, MOST).map(pattern) };
}
