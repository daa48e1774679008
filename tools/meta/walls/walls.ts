/** The packages that each package may import. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
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

/** Folders of a package, lowest first: each imports only those before it. Files beside them import all. */
export const FOLDER_ORDER: Readonly<Record<string, readonly string[]>> = {
  core: [
    "kernel",
    "policy",
    "content",
    "plan",
    "verdict",
    "decision",
    "feedback",
    "task",
    "proof",
    "sprint",
  ],
  engine: [
    "ports",
    "platform",
    "store",
    "seal",
    "access",
    "policy",
    "proof",
    "learn",
    "durable",
    "database",
    "review",
    "execute",
    "target",
    "commands",
    "forge",
    "effects",
    "audit",
    "archive",
    "backup",
    "monitoring",
  ],
  adapters: [
    "git",
    "sign",
    "process",
    "check",
    "egress",
    "gateway",
    "login",
    "agent",
    "claude",
    "codex",
    "gemini",
    "opencode",
    "acp",
    "model",
    "http",
    "github",
    "notify",
    "witness",
  ],
  tui: [
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
  ],
  web: [
    "settings",
    "passkeys",
    "session",
    "data",
    "frame",
    "commands",
    "decisions",
    "diff",
    "pages",
    "app",
    "sign",
  ],
  cli: [
    "launcher",
    "library",
    "output-schemas",
    "plugin",
    "runtime",
    "workplace",
    "caller",
    "output",
    "trace",
    "command",
    "local-engine",
    "client",
    "config-file",
    "gate",
    "verify",
    "help",
    "terminal",
    "time",
    "board",
    "completion",
    "git-hook",
    "hook",
    "reviewers",
    "watch",
    "engine-process",
    "init",
    "connections",
    "views",
    "doctor",
    "shown",
    "decisions",
    "commands",
    "command-table",
    "program",
  ],
};

/** Folders outside of the order, which may import all: sample data and the builders of tests. */
export const OUTSIDE_ORDER: ReadonlySet<string> = new Set(["testing", "tour"]);

/** Folders of a package that do not import each other. */
export const STRANGERS: readonly { package: string; folders: readonly string[] }[] = [
  {
    package: "adapters",
    folders: [
      "git",
      "sign",
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
    ],
  },
];

/** Folders whose own folders do not import each other. */
export const FOLDERS_OF_STRANGERS: readonly string[] = ["packages/tui/src/panels"];

/** Packages that also run outside of Node. */
export const WITHOUT_NODE: ReadonlySet<string> = new Set(["core", "review"]);

/** Libraries that one folder alone may import. */
export const OWNED_LIBRARIES: readonly { library: string; folder: string }[] = [
  { library: "graphile-worker", folder: "packages/engine/src/durable/" },
];

/**
 * Returns the import name of a package. Only the command line is published, under the product's
 * name.
 */
export function importName(name: string): string {
  return name === "cli" ? "countersign" : `@countersign/${name}`;
}
