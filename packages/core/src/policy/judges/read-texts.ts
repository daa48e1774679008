import { parseStrictJson } from "../../kernel/strict-json.ts";
import { pathFolder } from "./named-paths.ts";
import { type SteeringSource, sourceKind } from "./steering-source.ts";

/** A text that a check may run or read, and its file. */
export type SteeringText = { text: string; from: string; folder: string; isSettings?: true };

export type SteeringTexts = {
  rules: ReadonlyMap<string, readonly NamedRule[]>;
  /** The first target of each make file, which runs by default. */
  defaults: readonly NamedRule[];
  shells: ReadonlyMap<string, SteeringText>;
  /** Read by every check. */
  settings: readonly SteeringText[];
};

/** Sorts accepted files into texts that run by name, and texts that are always read. */
export function readTexts(sources: readonly SteeringSource[]): SteeringTexts {
  const rules: NamedRule[] = [];
  const defaults: NamedRule[] = [];
  const shells = new Map<string, SteeringText>();
  const settings: SteeringText[] = [];
  for (const source of sources) {
    const { path, text } = source;
    const place = { from: path, folder: pathFolder(path) };
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

/** Settings keys of test runners and linters whose values are files to load. */
const LOADED =
  "setupFiles|setupFilesAfterEnv|globalSetup|globalTeardown|testRunner|runner|testEnvironment|environment|resolver|transform|reporters?|require|import|from|plugins|jsPlugins|extends|presets?|snapshotSerializers|testSequencer|dependencyExtractor|supportFile|loader|provider|sequencer";

/** A list or an object up to its end, otherwise the rest of the line. */
const IN_CODE = new RegExp(
  `(?<![\\w-])(?:${LOADED})\\b["']?\\s*[:=(]?\\s*(\\[[^\\]]*\\]|\\{[^}]*\\}|[^\\n]*)`,
  "g",
);

/** A value continues in the following lines that start with a space or a dash. */
const IN_LINES = new RegExp(
  `^[ \\t]*(?:${LOADED}|commands\\w*|addopts|load-plugins|init-hook|plugin)["']?\\s*[:=]([^\\n]*(?:\\n[ \\t-]+[^\\n]*)*)`,
  "gm",
);

const PLUGINS = /^pytest_plugins\s*=\s*([[(][^\])]*[\])]|[^\n]*)/gm;

const HAS_LINES = /\.(?:ini|cfg|toml|ya?ml)$|rc$|\.flake8$/;

/** Returns the parts of a settings file that name files or modules to load or start. */
function settingsText(path: string, text: string): string {
  const pattern = path.endsWith(".py") ? PLUGINS : HAS_LINES.test(path) ? IN_LINES : IN_CODE;
  return [...text.matchAll(pattern)].map(([, value = ""]) => value).join("\n");
}

/** A script of a manifest or a target of a make file: its name, and its text. */
type NamedRule = { name: string; text: string; from: string; folder: string };

const LIMITS = { maxChars: 1024 * 1024, maxDepth: 64 };

/** Reads the scripts of a manifest. Pre and post scripts also have the name of their main script. */
function readScripts({ path, text }: SteeringSource): NamedRule[] {
  const parsed = parseStrictJson(text, LIMITS);
  const scripts = parsed.ok && isObject(parsed.value) ? parsed.value.scripts : undefined;
  if (!isObject(scripts)) return [];
  const place = { from: path, folder: pathFolder(path) };
  return Object.entries(scripts).flatMap(([name, script]) => {
    if (typeof script !== "string") return [];
    const around = /^(?:pre|post)(.+)$/.exec(name)?.[1];
    const names = around !== undefined && Object.hasOwn(scripts, around) ? [name, around] : [name];
    return names.map((one) => ({ name: one, text: script, ...place }));
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads the targets of a make file, and the lines outside of them: variables and includes. */
function readTargets({ path, text }: SteeringSource): {
  rules: NamedRule[];
  loose: string;
} {
  const place = { from: path, folder: pathFolder(path) };
  const rules: NamedRule[] = [];
  const loose: string[] = [];
  let names: string[] = [];
  for (const line of text.replaceAll("\\\n", " ").split("\n")) {
    const head = /^([^\s#:=][^#:=]*)::?(?!=)(.*)$/.exec(line);
    if (head !== null) {
      names = (head[1] ?? "").split(/\s+/).filter((name) => name !== "");
      rules.push(...names.map((name) => ({ name, text: head[2] ?? "", ...place })));
    } else if (/^\s/.test(line))
      rules.push(...names.map((name) => ({ name, text: line, ...place })));
    else loose.push(line);
  }
  return { rules, loose: loose.join("\n") };
}
