import { compileGlobs } from "../glob/glob.ts";
import type { Policy } from "../policy.ts";
import { resolvePath } from "../policy-files.ts";
import { linkDoes } from "./judge-names.ts";
import {
  canSteer,
  type NamedWord,
  namedPaths,
  pathFolder,
  splitNamedWords,
} from "./named-paths.ts";
import { readTexts, type SteeringText, type SteeringTexts } from "./read-texts.ts";
import type { SteeringSource } from "./steering-source.ts";

/** The accepted side of a change: the files that may name others, and all links with their targets. */
export type AcceptedSide = {
  sources: readonly SteeringSource[];
  links: ReadonlyMap<string, string>;
};

/** A changed file, the file that leads to it, and the ids of the checks that it steers, in policy order. */
type ReachedFile = { file: string; through: string; checks: string[] };

type SteeredCheck = Pick<Policy["checks"][number], "id" | "run" | "judges">;

/** The other names of each changed file. */
type Linked = ReadonlyMap<string, readonly string[]>;

/**
 * Finds changed files that steer a check although their names do not show it: scripts that the check's command
 * reaches through manifests, make files and shell scripts, files that settings of test runners and linters load,
 * and targets of links named like a judge file.
 *
 * Texts are searched for names, never run. Names that a script composes at run time are not found.
 */
export function reachedFiles(
  changed: readonly string[],
  { sources, links }: AcceptedSide,
  checks: readonly SteeredCheck[],
): ReachedFile[] {
  const linked = linkedNames(changed, links);
  const texts = readTexts(sources);
  const found = new Map<string, ReachedFile>();
  for (const check of checks) {
    const steps = [...throughLinks(check, linked), ...throughTexts(check, texts, changed, linked)];
    for (const { file, through } of steps) {
      const known = found.get(file) ?? { file, through, checks: [] };
      if (!known.checks.includes(check.id)) known.checks.push(check.id);
      found.set(file, known);
    }
  }
  return [...found.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

type Step = Pick<ReachedFile, "file" | "through">;

/** Finds files that are linked from the name of a judge file, or from one of the check's own list. */
function throughLinks({ judges = [] }: SteeredCheck, linked: Linked): Step[] {
  const covers = compileGlobs(judges.filter((entry) => !entry.includes("#")));
  return [...linked].flatMap(([file, names]) =>
    names
      .filter((name) => linkDoes(name) !== null || covers(name))
      .map((through) => ({ file, through })),
  );
}

/** Finds files that the check's command, or a text that it leads to, names. */
function throughTexts(
  { run }: SteeredCheck,
  texts: SteeringTexts,
  changed: readonly string[],
  linked: Linked,
): Step[] {
  const fileAt = new Map(changed.map((path) => [path, path]));
  for (const [path, names] of linked) for (const name of names) fileAt.set(name, path);
  return followCommand(run, texts).flatMap(({ path, from }) => {
    const file = fileAt.get(path);
    return file === undefined || file === from || !canSteer(path) ? [] : [{ file, through: from }];
  });
}

/** A path and the file that names it. Empty for the command itself. */
type NamedPath = { path: string; from: string };

/** Lists every path that a command may lead to, through the texts that it runs and those that are always read. */
function followCommand(run: string, texts: SteeringTexts): NamedPath[] {
  const paths: NamedPath[] = [];
  const waiting: SteeringText[] = [{ text: run, from: "", folder: "" }, ...texts.settings];
  const seen = new Set(waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { text, from, folder } = next;
    const words = splitNamedWords(text, next.isSettings === true);
    const named = words.flatMap((word) => namedPaths(word, folder));
    paths.push(...named.map((path) => ({ path, from })));
    for (const ahead of startedBy(words, named, texts)) {
      if (!seen.has(ahead)) waiting.push(ahead);
      seen.add(ahead);
    }
  }
  return paths;
}

const MAKERS: ReadonlySet<string> = new Set(["make", "gmake", "just"]);

/** Returns the scripts, targets and shell scripts that these words start. */
function startedBy(
  words: readonly NamedWord[],
  paths: readonly string[],
  { rules, defaults, shells }: SteeringTexts,
): SteeringText[] {
  const ruled = words.flatMap(({ word }) => rules.get(word === "t" ? "test" : word) ?? []);
  const isDefault = ruled.length === 0 && words.some(({ word }) => MAKERS.has(word));
  return [
    ...ruled,
    ...(isDefault ? defaults : []),
    ...paths.flatMap((path) => shells.get(path) ?? []),
  ];
}

const MAX_DEPTH = 5;
const MAX_NAMES = 1_000;

/** Returns the other names of each changed file: those of accepted links that lead to it. */
function linkedNames(
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

/** Returns null for a link out of the repository. */
function endOf(link: string, target: string): string | null {
  if (target.startsWith("/")) return null;
  const folder = pathFolder(link);
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

/** Returns the path itself and its parent folders. */
function placesAbove(path: string): string[] {
  const places = [path];
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    places.push(path.slice(0, at));
  return places;
}
