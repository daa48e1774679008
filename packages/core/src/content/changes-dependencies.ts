import { isLockFile } from "./is-generated-path.ts";
import type { Facts, FileFact } from "./schema.ts";

/** Files that list a project's dependencies or their sources, in lower case. */
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

/** Endings of manifests with a project-specific first part of the name, in lower case. */
const MANIFEST_ENDS: ReadonlySet<string> = new Set([
  "cabal",
  "csproj",
  "fsproj",
  "gemspec",
  "podspec",
  "vbproj",
]);

/** Returns true if a manifest, a lock file or a submodule changed. */
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

/** Returns true for a file of this name, or any file in a folder of this name. */
function isRequirements(path: string, name: string): boolean {
  return name.startsWith("requirements") || `/${path}`.endsWith(`/requirements/${name}`);
}

/** Returns both paths of a moved file, because moving a manifest away changes it too. */
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

/** Returns true if a database migration changed, by the folders and names that common tools prescribe. */
export function changesMigrations(facts: Pick<Facts, "files">): boolean {
  return facts.files.some(({ path, oldPath }) => isMigration(path) || isMigration(oldPath ?? ""));
}

export function isMigration(path: string): boolean {
  return !PROSE.test(path) && MIGRATIONS.some((pattern) => pattern.test(path));
}
