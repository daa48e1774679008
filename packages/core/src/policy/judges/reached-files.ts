import { compileGlobs } from "../glob/glob.ts";
import type { Policy } from "../policy.ts";
import { followCommand } from "./follow-command.ts";
import { linkDoes } from "./judge-names.ts";
import { linkedNames } from "./linked-names.ts";
import { canSteer } from "./named-paths.ts";
import { readTexts, type SteeringTexts } from "./read-texts.ts";
import type { SteeringSource } from "./steering-source.ts";

/** The accepted side of a change: the files that may name others, and every link with its target. */
export type AcceptedSide = {
  sources: readonly SteeringSource[];
  links: ReadonlyMap<string, string>;
};

/** A changed file, what leads to it, and the ids of the checks that it steers, in the policy's order. */
type ReachedFile = { file: string; through: string; checks: string[] };

type SteeredCheck = Pick<Policy["checks"][number], "id" | "run" | "judges">;

/** For each changed file its further names. */
type Linked = ReadonlyMap<string, readonly string[]>;

/**
 * Finds the changed files that decide what a check does, although their names do not say so: scripts that
 * the check's command reaches through manifests, make files and shell scripts, files that settings of test
 * runners and linters load, and files that a link with the name of a judge file leads to.
 *
 * Texts are searched for names, never run: what a script puts together while it runs is not found.
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

/** Files that have the name of a judge file, or one of the check's own list, by a link. */
function throughLinks({ judges = [] }: SteeredCheck, linked: Linked): Step[] {
  const covers = compileGlobs(judges.filter((entry) => !entry.includes("#")));
  return [...linked].flatMap(([file, names]) =>
    names
      .filter((name) => linkDoes(name) !== null || covers(name))
      .map((through) => ({ file, through })),
  );
}

/** Files that the check's command, or a text that it leads to, names. */
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
