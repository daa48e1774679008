/** Who may import whom. The only place where a wall is written down. */
export const PACKAGES: Record<string, readonly string[]> = {
  core: [],
  api: ["core"],
  engine: ["core"],
  adapters: ["core", "engine"],
  server: ["core", "api", "engine"],
  mcp: ["api"],
  review: ["api"],
  tui: ["api", "review"],
  web: ["api", "review"],
  cli: ["core", "api", "engine", "adapters", "server", "mcp", "review", "tui"],
};

export const PACKAGE_NAMES: readonly string[] = Object.keys(PACKAGES);

/** Each folder of core may import only those before it. */
export const CORE_ORDER: readonly string[] = [
  "kernel",
  "policy",
  "content",
  "plan",
  "verdict",
  "decision",
  "feedback",
  "task",
  "sprint",
];

/** Each folder of tui may import only those before it; the folders in `panels` do not import each other. */
export const TUI_ORDER: readonly string[] = [
  "theme",
  "terminal",
  "keys",
  "data",
  "highlight",
  "screen-reader",
  "model",
  "engine",
  "session",
  "widgets",
  "panel",
  "panels",
  "app",
];

/** Adapters are strangers to one another. */
const ADAPTERS: readonly string[] = [
  "git",
  "process",
  "check",
  "claude",
  "codex",
  "gemini",
  "opencode",
  "acp",
  "model",
  "http",
  "github",
  "gitlab",
  "beads",
  "notify",
];

/** Packages that also run outside of Node. */
const WITHOUT_NODE: ReadonlySet<string> = new Set(["core", "review"]);

type Pattern = { group: string[]; message: string };

const DBOS: Pattern = { group: ["@dbos-inc/**"], message: "only engine/durable knows DBOS" };

/** Biome's overrides for the tables above. A later override replaces an earlier one, so each is complete. */
export function biomeOverrides(): object[] {
  return [
    ...PACKAGE_NAMES.map((name) =>
      override([`packages/${name}/src/**`], [...packageWall(name), DBOS]),
    ),
    override(["packages/engine/src/durable/**"], packageWall("engine")),
    ...CORE_ORDER.map((folder, index) =>
      override(
        [`packages/core/src/${folder}/**`],
        [...packageWall("core"), DBOS, folderWall(CORE_ORDER.slice(index + 1), folder)],
      ),
    ),
    ...ADAPTERS.map((folder) =>
      override(
        [`packages/adapters/src/${folder}/**`],
        [
          ...packageWall("adapters"),
          DBOS,
          folderWall(
            ADAPTERS.filter((other) => other !== folder),
            folder,
          ),
        ],
      ),
    ),
  ];
}

function packageWall(name: string): Pattern[] {
  const allowed = PACKAGES[name] ?? [];
  const forbidden = PACKAGE_NAMES.filter((other) => !allowed.includes(other));
  return [
    {
      group: forbidden.map(importName),
      message: `${name} may import only: ${allowed.join(", ") || "nothing of ours"}`,
    },
    {
      group: [
        "./**/../**",
        "@countersign/*/**",
        "countersign/**",
        ...PACKAGE_NAMES.map((other) => `**/${other}/src/**`),
      ],
      message: "inside a package a plain relative path, across packages the package's name",
    },
    ...(WITHOUT_NODE.has(name)
      ? [{ group: ["node:*", "node:*/**"], message: `${name} is pure` }]
      : []),
  ];
}

/** The command line is the one package that is published, under the product's own name. */
export function importName(name: string): string {
  return name === "cli" ? "countersign" : `@countersign/${name}`;
}

function folderWall(forbidden: readonly string[], folder: string): Pattern {
  return {
    group: [...forbidden.map((other) => `../**/${other}/**`), "../**/index.ts"],
    message: `${folder} may not import this folder`,
  };
}

function override(includes: string[], patterns: Pattern[]): object {
  return {
    includes,
    linter: {
      rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } },
    },
  };
}
