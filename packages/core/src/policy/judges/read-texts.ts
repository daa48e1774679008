import { folderOf } from "./named-paths.ts";
import { type NamedRule, readScripts, readTargets } from "./named-rules.ts";
import { settingsText } from "./settings-text.ts";
import { type SteeringSource, sourceKind } from "./steering-source.ts";

/** A text that a check may run or read, and the file that holds it. */
export type SteeringText = { text: string; from: string; folder: string; isSettings?: true };

export type SteeringTexts = {
  rules: ReadonlyMap<string, readonly NamedRule[]>;
  /** The first target of each make file, which runs where no target is named. */
  defaults: readonly NamedRule[];
  shells: ReadonlyMap<string, SteeringText>;
  /** Read by every check. */
  settings: readonly SteeringText[];
};

/** Sorts accepted files into texts that run under a name, and texts that are read in any case. */
export function readTexts(sources: readonly SteeringSource[]): SteeringTexts {
  const rules: NamedRule[] = [];
  const defaults: NamedRule[] = [];
  const shells = new Map<string, SteeringText>();
  const settings: SteeringText[] = [];
  for (const source of sources) {
    const { path, text } = source;
    const place = { from: path, folder: folderOf(path) };
    const kind = sourceKind(path);
    if (kind === "manifest") rules.push(...readScripts(source));
    if (kind === "shell") shells.set(path, { text, ...place });
    if (kind === "settings")
      settings.push({ text: settingsText(path, text), ...place, isSettings: true });
    if (kind === "targets") {
      const read = readTargets(source);
      rules.push(...read.rules);
      const first = read.rules.find(({ name }) => !name.startsWith("."))?.name;
      defaults.push(...read.rules.filter(({ name }) => name === first));
      settings.push({ text: read.loose, ...place });
    }
  }
  return { rules: Map.groupBy(rules, ({ name }) => name), defaults, shells, settings };
}
