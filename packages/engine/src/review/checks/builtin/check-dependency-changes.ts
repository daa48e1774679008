import { isLockFile } from "@countersign/core";
import type { CheckFinding } from "../findings/check-result.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import type { ChangeView, ViewedFile, ViewedLine } from "./view-change.ts";

const RULES = {
  noLock: {
    id: "dc-lock-01",
    severity: "warning",
    recommendation: "Run the package manager and commit the lock file too.",
  },
  lockAlone: {
    id: "dc-lock-02",
    severity: "warning",
    recommendation: "State why the versions change, or revert the lock file.",
  },
  fresh: {
    id: "dc-new-01",
    severity: "warning",
    recommendation: "State why it is needed, who maintains it, and that its licence is compatible.",
  },
  script: {
    id: "dc-script-01",
    severity: "major",
    recommendation: "Remove it: an install script runs on every machine that installs the project.",
  },
  source: {
    id: "dc-source-01",
    severity: "major",
    recommendation: "Install it from the registry that the project uses, by version and digest.",
  },
  git: {
    id: "dc-git-01",
    severity: "major",
    recommendation: "Use a released version; a branch can change after the review.",
  },
} as const satisfies Record<string, CheckedRule>;

/** Lock files by manifest name; a lock file is in the folder of its manifest or above it. */
const LOCKS: Readonly<Record<string, RegExp>> = {
  "package.json":
    /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/,
  "cargo.toml": /(?:^|\/)Cargo\.lock$/,
  "composer.json": /(?:^|\/)composer\.lock$/,
  gemfile: /(?:^|\/)Gemfile\.lock$/,
  "go.mod": /(?:^|\/)go\.sum$/,
  pipfile: /(?:^|\/)Pipfile\.lock$/,
  "pyproject.toml": /(?:^|\/)(?:poetry|uv|pdm)\.lock$/,
};

const INSTALL_SCRIPT = /^\s*"(?:pre|post)?install"\s*:|^\s*"hasInstallScript"\s*:\s*true/;
const GIT =
  /\bgit\+(?:https?|ssh|file):|\bgit:\/\/|\bgit@|"(?:github|gitlab|bitbucket):|\bgit\s*=\s*["']|\bgit(?:hub)?:\s*["']|:git(?:hub)?\s*=>/;
/**
 * `owner/name`, which means a git repository in a manifest. Lock files contain full URLs, and paths that look
 * similar.
 */
const SHORT_GIT = /"\s*:\s*"[\w-]{1,80}\/[\w.-]{1,80}(?:#[^"]{0,100})?"/;
const SETTINGS = /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.conf|bunfig\.toml|nuget\.config)$/i;
const REGISTRY = /registry\s*[=:]|registryServer|index-url|find-links|<add\s+key=/i;
const ADDRESS = /["'\s=@(](https?:\/\/[^"'\s)]{1,500})/;
/** URL paths that registries use for packages, on any host. */
const REGISTRY_PATH = /\/-\/[^/]+\.tgz|\/packages\/|\/crates\/|\/gems\/|\/maven2?\/|\/zipball\//;
const LOCKED_SOURCE = /"?resolved"?:?\s+?"|resolution:|registry\+|\bsource = "|\burl = "/;

/** Reports new dependencies and unusual package sources in manifests, lock files and package manager settings. */
export function checkDependencyChanges({ files }: ChangeView): CheckFinding[] {
  const kept = files.filter(({ fact }) => fact.status !== "deleted");
  return [...unlocked(kept), ...kept.flatMap(newDependencies), ...kept.flatMap(sources)];
}

function unlocked(files: readonly ViewedFile[]): CheckFinding[] {
  const paths = files.map(({ fact }) => fact.path);
  const changed = files.filter(changesDependencies);
  const findings = changed.flatMap(({ fact: { path } }) => {
    const lock = LOCKS[fileName(path)];
    if (lock === undefined || paths.some((other) => lock.test(other))) return [];
    return [found(RULES.noLock, path, "Dependencies change, and no lock file does.")];
  });
  if (files.some(({ fact }) => isManifest(fact.path))) return findings;
  const alone = files.filter(({ fact }) => isLockFile(fact.path));
  return alone.map(({ fact: { path } }) =>
    found(RULES.lockAlone, path, "The lock file changes, and no manifest does."),
  );
}

function changesDependencies({ fact, added, removed }: ViewedFile): boolean {
  return [...added, ...removed].some(({ text }) => parseDependencyLine(fact.path, text) !== null);
}

function newDependencies({ fact: { path }, added, removed }: ViewedFile): CheckFinding[] {
  const before = new Set(removed.map(({ text }) => parseDependencyLine(path, text)?.name));
  return added.flatMap((line) => {
    const name = parseDependencyLine(path, line.text)?.name;
    if (name === undefined || before.has(name)) return [];
    return [found(RULES.fresh, path, `The project now depends on ${name}.`, line)];
  });
}

function sources({ fact: { path }, added, removed }: ViewedFile): CheckFinding[] {
  if (!isManifest(path) && !isLockFile(path) && !SETTINGS.test(path)) return [];
  const usual = isLockFile(path) ? usualHost([...removed, ...added]) : null;
  return added.flatMap((line) => {
    const rule = packageSource(path, line.text, usual);
    return rule === null ? [] : [found(rule[0], path, rule[1], line)];
  });
}

/** Returns the host of most packages that the change adds to a lock file. */
function usualHost(lines: readonly ViewedLine[]): string | null {
  const counts = new Map<string, number>();
  for (const { text } of lines) {
    const host = LOCKED_SOURCE.test(text) ? urlHost(ADDRESS.exec(text)?.[1] ?? "") : null;
    if (host !== null) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

function urlHost(address: string): string | null {
  return URL.parse(address)?.host ?? null;
}

function isUsual(address: string, usual: string | null): boolean {
  return address.startsWith("https:") && urlHost(address) === usual && REGISTRY_PATH.test(address);
}

function packageSource(
  path: string,
  text: string,
  usual: string | null,
): readonly [CheckedRule, string] | null {
  if (INSTALL_SCRIPT.test(text)) return [RULES.script, "A script runs when it is installed."];
  if (isFromGit(path, text)) {
    return [RULES.git, "The dependency comes from a repository, not from a release."];
  }
  if (SETTINGS.test(path)) {
    return REGISTRY.test(text) ? [RULES.source, "Packages come from another registry."] : null;
  }
  const isSource = isLockFile(path)
    ? LOCKED_SOURCE.test(text)
    : parseDependencyLine(path, text) !== null;
  const address = ADDRESS.exec(text)?.[1];
  if (!isSource || address === undefined || isUsual(address, usual)) return null;
  return [RULES.source, "The dependency comes from an address of its own."];
}

function isFromGit(path: string, text: string): boolean {
  if (isLockFile(path)) return GIT.test(text);
  return (GIT.test(text) || SHORT_GIT.test(text)) && parseDependencyLine(path, text) !== null;
}

function found(rule: CheckedRule, file: string, message: string, line?: ViewedLine): CheckFinding {
  return ruleFinding(rule, "dependency-changes", { file, line }, message);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

/** A dependency in one line of a manifest. */
type Dependency = { name: string; version: string };

/** Manifest keys with string values that are not dependencies. */
const OTHER_KEYS: ReadonlySet<string> = new Set(
  "version name main module types type license author description homepage node npm edition rust-version readme packageManager python requires-python build-backend".split(
    " ",
  ),
);

type Form = { files: RegExp; line: RegExp };

/** The syntax of a dependency in each kind of manifest: its name, then its version. */
const FORMS: readonly Form[] = [
  {
    files: /(?:^|\/)(?:package|composer)\.json$/i,
    line: /^\s*"((?:@[\w.-]{1,100}\/)?[\w./-]{1,150})"\s*:\s*"((?:[\^~<>=*v0-9]|latest|npm:|workspace:|file:|link:|git|https?:|github:|gitlab:|bitbucket:|[\w-]{1,80}\/[\w.-]{1,80}(?:#|$))[^"]{0,500})?"/,
  },
  {
    files: /(?:^|\/)(?:Cargo|pyproject|Pipfile)(?:\.toml)?$/i,
    line: /^\s*["']?([\w.-]{1,150})["']?\s*=\s*(?:["']([\^~<>=*0-9][^"']{0,200})["']|(\{.{0,500}\}))/,
  },
  {
    files: /(?:^|\/)pyproject\.toml$/i,
    line: /^\s*["']([A-Za-z0-9_.-]{1,150})(?:\[[^\]]{0,100}\])?\s{0,4}([<>=~!@ ][^"']{0,300})["'],?\s*$/,
  },
  {
    files: /(?:^|\/)(?:requirements|constraints)[^/]{0,60}\.(?:txt|in)$/i,
    line: /^([A-Za-z0-9_.-]{1,150})(?:\[[^\]]{0,100}\])?\s{0,4}((?:[<>=~!@]).{0,300})?$/,
  },
  {
    files: /(?:^|\/)go\.mod$/i,
    line: /^\s*(?:require\s+)?([\w.-]+\.[\w.-]+\/[\w./~-]{1,200})\s+(v[0-9]\S{0,100})/,
  },
  { files: /(?:^|\/)Gemfile$/i, line: /^\s*gem\s+["']([\w-]{1,100})["'](.{0,300})$/ },
  { files: /(?:^|\/)pom\.xml$/i, line: /^\s*<artifactId>([\w.-]{1,150})<\/artifactId>()/ },
  {
    files: /(?:^|\/)build\.gradle(?:\.kts)?$/i,
    line: /^\s*\w{0,40}(?:[iI]mplementation|api|[cC]ompileOnly|[rR]untimeOnly|kapt)\s*\(?\s*["']([\w.-]{1,100}:[\w.-]{1,100}):?([^"']{0,100})/,
  },
];

/** Parses the dependency in a line of a manifest. Returns null if there is none. */
function parseDependencyLine(path: string, line: string): Dependency | null {
  for (const { files, line: form } of FORMS) {
    if (!files.test(path)) continue;
    const found = form.exec(line);
    const name = found?.[1];
    if (name === undefined || OTHER_KEYS.has(name)) continue;
    return { name, version: found?.[2] ?? found?.[3] ?? "" };
  }
  return null;
}

/** Returns true if the dependencies of the file can be read line by line. */
function isManifest(path: string): boolean {
  return FORMS.some(({ files }) => files.test(path));
}
