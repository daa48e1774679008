/** Keys of a JSON manifest that steer a check. Other keys, such as most dependencies, do not. */
export type JudgeKeys = { pattern: string; keys: readonly string[] };

/** Keys that control what package managers run. */
const SCRIPTS = ["scripts", "config", "packageManager", "workspaces", "bin", "name"] as const;

/** Keys with settings of tools. */
const TOOLS = [
  "ava",
  "babel",
  "browserslist",
  "c8",
  "commitlint",
  "cypress",
  "eslintConfig",
  "eslintIgnore",
  "jasmine",
  "jest",
  "karma",
  "knip",
  "lint-staged",
  "mocha",
  "nx",
  "nyc",
  "prettier",
  "size-limit",
  "standard",
  "stryker",
  "stylelint",
  "tap",
  "ts-node",
  "turbo",
  "vitest",
  "volta",
  "wireit",
  "xo",
] as const;

/** Keys that replace dependencies. */
const REPLACED = ["overrides", "resolutions", "pnpm", "dependenciesMeta"] as const;

/** Dependencies that are themselves test runners or linters. */
const RUNNERS = [
  "@biomejs/biome",
  "@playwright/test",
  "ava",
  "c8",
  "cypress",
  "eslint",
  "jasmine",
  "jest",
  "karma",
  "knip",
  "mocha",
  "nyc",
  "oxlint",
  "prettier",
  "standard",
  "stylelint",
  "tap",
  "ts-node",
  "tsx",
  "turbo",
  "typescript",
  "uvu",
  "vitest",
  "xo",
] as const;

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/** The manifests that are read key by key, so that a change's own dependencies still apply. */
export const JUDGE_KEYS: readonly JudgeKeys[] = [
  {
    pattern: "**/package.json",
    keys: [
      ...SCRIPTS,
      ...TOOLS,
      ...REPLACED,
      ...DEPENDENCIES.flatMap((group) => RUNNERS.map((runner) => `${group}.${runner}`)),
    ],
  },
  { pattern: "**/composer.json", keys: ["scripts", "config", "bin", "extra"] },
];
