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

const MANIFEST_PATHS: readonly RegExp[] = [
  /(?:^|\/)requirements[^/]*\.(?:txt|in)$/i,
  /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/i,
  /\.(?:gemspec|csproj|fsproj|vbproj|cabal|podspec)$/i,
];

/** Tells whether a manifest, a lock file or a submodule changed. */
export function changesDependencies(facts: Pick<Facts, "files">): boolean {
  return facts.files.some(
    (file) => file.kind === "submodule" || pathsOf(file).some(isDependencyPath),
  );
}

function isDependencyPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (MANIFESTS.has(name) || isLockFile(path)) return true;
  return MANIFEST_PATHS.some((pattern) => pattern.test(path));
}

/** Both names of a moved file: moving a manifest away changes it too. */
function pathsOf({ path, oldPath }: FileFact): string[] {
  return oldPath === undefined ? [path] : [path, oldPath];
}
