/** What a line of a manifest asks for. */
export type Dependency = { name: string; version: string };

/** Keys with a text beside the dependencies of a manifest. */
const OTHER_KEYS: ReadonlySet<string> = new Set(
  "version name main module types type license author description homepage node npm edition rust-version readme packageManager python requires-python build-backend".split(
    " ",
  ),
);

type Form = { files: RegExp; line: RegExp };

/** How each kind of manifest writes a dependency: its name, then what is wanted of it. */
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

/** Reads the dependency that a line of a manifest names, if it names one. */
export function parseDependencyLine(path: string, line: string): Dependency | null {
  for (const { files, line: form } of FORMS) {
    if (!files.test(path)) continue;
    const found = form.exec(line);
    const name = found?.[1];
    if (name === undefined || OTHER_KEYS.has(name)) continue;
    return { name, version: found?.[2] ?? found?.[3] ?? "" };
  }
  return null;
}

/** Whether the file is a manifest whose dependencies can be read by line. */
export function isManifest(path: string): boolean {
  return FORMS.some(({ files }) => files.test(path));
}
