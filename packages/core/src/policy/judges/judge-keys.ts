/** Parts of a JSON manifest that steer a check; the rest, such as most dependencies, does not. */
export type JudgeKeys = { pattern: string; keys: readonly string[] };

/** What package managers run, and how. */
const SCRIPTS = ["scripts", "config", "packageManager", "workspaces", "bin", "name"] as const;

/** Settings of tools that are kept in the manifest. */
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

/** Replace dependencies, whatever the rest of the manifest says of them. */
const REPLACED = ["overrides", "resolutions", "pnpm", "dependenciesMeta"] as const;

/** Dependencies that are the judge themselves. */
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
