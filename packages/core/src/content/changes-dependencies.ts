import { isLockFile } from "./is-generated-path.ts";
import type { Facts, FileFact } from "./schema.ts";

/** Files that say what a project depends on or where it is fetched from, in lower case. */
const MANIFESTS: ReadonlySet<string> = new Set([
  ".gitmodules",
  ".npmrc",
  ".pnpmfile.cjs",
  ".yarnrc",
  ".yarnrc.yml",
  "build.gradle",
  "build.gradle.kts",
  "build.sbt",
  "bunfig.toml",
  "cargo.toml",
  "composer.json",
  "conanfile.py",
  "conanfile.txt",
  "constraints.txt",
  "deno.json",
  "deno.jsonc",
  "directory.packages.props",
  "environment.yml",
  "gemfile",
  "go.mod",
  "go.work",
  "libs.versions.toml",
  "mix.exs",
  "nuget.config",
  "package.json",
  "package.swift",
  "packages.config",
  "paket.dependencies",
  "pip.conf",
  "pipfile",
  "pixi.toml",
  "pnpm-workspace.yaml",
  "podfile",
  "pom.xml",
  "pubspec.yaml",
  "pyproject.toml",
  "settings.gradle",
  "settings.gradle.kts",
  "setup.cfg",
  "setup.py",
  "vcpkg.json",
]);

/** What manifests are called that have a name of their own before it, in lower case. */
const MANIFEST_ENDS: ReadonlySet<string> = new Set([
  "cabal",
  "csproj",
  "fsproj",
  "gemspec",
  "podspec",
  "vbproj",
]);

/** Tells whether a manifest, a lock file or a submodule changed. */
export function changesDependencies(facts: Pick<Facts, "files">): boolean {
  return facts.files.some(
    (file) => file.kind === "submodule" || pathsOf(file).some(isDependencyPath),
  );
}

export function isDependencyPath(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  if (MANIFESTS.has(name) || isLockFile(name)) return true;
  const dot = name.lastIndexOf(".");
  if (dot === -1) return false;
  const end = name.slice(dot + 1);
  return MANIFEST_ENDS.has(end) || ((end === "txt" || end === "in") && isRequirements(lower, name));
}

/** A file called so, or any in a folder of that name. */
function isRequirements(path: string, name: string): boolean {
  return name.startsWith("requirements") || `/${path}`.endsWith(`/requirements/${name}`);
}

/** Both names of a moved file: moving a manifest away changes it too. */
function pathsOf({ path, oldPath }: FileFact): string[] {
  return oldPath === undefined ? [path] : [path, oldPath];
}

const MIGRATIONS: readonly RegExp[] = [
  /(?:^|\/)(?:migrations?|alembic\/versions|db\/migrate|flyway|liquibase)\//i,
  /(?:^|\/)[VUR](?:[0-9][0-9._]{0,40})?__[^/]{1,200}\.(?:sql|java|kt)$/,
  /(?:^|\/)db\/(?:schema\.rb|structure\.sql)$/,
  /(?:^|\/)schema\.prisma$/,
];

const PROSE = /\.(?:md|mdx|rst|txt|adoc)$/i;

/** Tells whether a database migration changed, by the folders and names that the usual tools prescribe. */
export function changesMigrations(facts: Pick<Facts, "files">): boolean {
  return facts.files.some(({ path, oldPath }) => isMigration(path) || isMigration(oldPath ?? ""));
}

export function isMigration(path: string): boolean {
  return !PROSE.test(path) && MIGRATIONS.some((pattern) => pattern.test(path));
}
