const LOCK_FILES: ReadonlySet<string> = new Set([
  "bun.lock",
  "bun.lockb",
  "cargo.lock",
  "composer.lock",
  "deno.lock",
  "flake.lock",
  "gemfile.lock",
  "go.sum",
  "go.work.sum",
  "gradle.lockfile",
  "mix.lock",
  "npm-shrinkwrap.json",
  "package-lock.json",
  "package.resolved",
  "packages.lock.json",
  "pdm.lock",
  "pipfile.lock",
  "pixi.lock",
  "pnpm-lock.yaml",
  "podfile.lock",
  "poetry.lock",
  "pubspec.lock",
  "uv.lock",
  "yarn.lock",
]);

const GENERATED: readonly RegExp[] = [
  /(?:^|\/)(?:dist|vendor|__snapshots__)\//,
  /\.min\.(?:js|mjs|cjs|css)$/i,
  /\.(?:js|mjs|cjs|css)\.map$/i,
  /\.snap$/i,
  /\.generated\.[A-Za-z0-9]+$/i,
  /(?:\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.g\.dart|\.freezed\.dart)$/i,
];

/** Returns true if the file name belongs to a generated file. */
export function isGeneratedPath(path: string): boolean {
  return isLockFile(path) || GENERATED.some((pattern) => pattern.test(path));
}

export function isLockFile(path: string): boolean {
  return LOCK_FILES.has(path.slice(path.lastIndexOf("/") + 1).toLowerCase());
}
