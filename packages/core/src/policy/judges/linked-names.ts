import { resolvePath } from "../policy-files.ts";
import { folderOf } from "./named-paths.ts";

const MAX_DEPTH = 5;
const MAX_NAMES = 1_000;

/** For each changed file its further names: those under which accepted links lead to it. */
export function linkedNames(
  paths: readonly string[],
  links: ReadonlyMap<string, string>,
): Map<string, readonly string[]> {
  const leads = new Map<string, string[]>();
  for (const [link, target] of links) {
    const end = endOf(link, target);
    if (end !== null) leads.set(end, [...(leads.get(end) ?? []), link]);
  }
  const found = new Map<string, readonly string[]>();
  if (leads.size === 0) return found;
  for (const path of paths) {
    const names = namesOf(path, leads);
    if (names.length > 0) found.set(path, names);
  }
  return found;
}

/** Null for a link that leads out of the repository. */
function endOf(link: string, target: string): string | null {
  if (target.startsWith("/")) return null;
  const folder = folderOf(link);
  return resolvePath(folder === "" ? target : `${folder}/${target}`);
}

function namesOf(path: string, leads: ReadonlyMap<string, readonly string[]>): string[] {
  const names = new Set<string>();
  let ahead = [path];
  for (let depth = 0; depth < MAX_DEPTH && ahead.length > 0; depth += 1) {
    const next = ahead.flatMap((name) =>
      placesAbove(name).flatMap((place) =>
        (leads.get(place) ?? []).map((link) => `${link}${name.slice(place.length)}`),
      ),
    );
    ahead = next.filter((name) => name !== path && !names.has(name)).slice(0, MAX_NAMES);
    for (const name of ahead) names.add(name);
  }
  return [...names].toSorted();
}

/** The path itself and the folders that it is in. */
function placesAbove(path: string): string[] {
  const places = [path];
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    places.push(path.slice(0, at));
  return places;
}
