import type { When } from "../../policy/schema-review.ts";

const MOST = 8;

/** Only plain names are proposed: no pattern is ever made of what an author could have written as one. */
const PLAIN = /^[A-Za-z0-9._@+/-]{1,100}$/;

/** A condition that these files meet by their names, in whatever folder. */
export function sameNames(paths: readonly string[]): When {
  return pathsLike(
    paths.map((path) => path.slice(path.lastIndexOf("/") + 1)),
    (name) => `**/${name}`,
  );
}

/** A condition that these files and their neighbours meet. */
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
