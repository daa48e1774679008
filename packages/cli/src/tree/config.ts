import type { GroupSpec } from "./spec.ts";

export const CONFIG: GroupSpec = {
  name: "config",
  summary: "countersign.json of this directory; it counts once it is on the target branch",
  examples: ["countersign config get merge.target", "countersign config set limits.attempts 5"],
  commands: [
    {
      usage: "get [key]",
      summary: "a value as it is in force, or all of them",
      examples: ["countersign config get merge.target", "countersign config get limits --source"],
      options: [["--source", "also say whether the file or a default decided"]],
      load: async () => (await import("../commands/config-get.ts")).configGet,
    },
    {
      usage: "set <key> <value>",
      summary: "set a value; comments and order stay",
      examples: [
        "countersign config set limits.attempts 5",
        "countersign config set people.owner '[\"ada\"]'",
      ],
      load: async () => (await import("../commands/config-set.ts")).configSet,
    },
    {
      usage: "unset <key>",
      summary: "remove a value, so that its default counts",
      examples: [
        "countersign config unset limits.attempts",
        "countersign config unset panel --dry-run",
      ],
      load: async () => (await import("../commands/config-unset.ts")).configUnset,
    },
    {
      usage: "path",
      summary: "where the file is",
      examples: ["countersign config path", "$EDITOR $(countersign config path)"],
      load: async () => (await import("../commands/config-path.ts")).configPath,
    },
    {
      usage: "schema",
      summary: "the JSON Schema of the file",
      examples: [
        "countersign config schema > countersign.schema.json",
        "countersign config schema --json",
      ],
      load: async () => (await import("../commands/config-schema.ts")).configSchema,
    },
    {
      usage: "import <files...>",
      summary: "take over another tool's configuration",
      examples: [
        "countersign config import --from chains review.json",
        "countersign config import --from pipeline rules.json composition.json agents.json",
      ],
      options: [["--from <kind>", "chains, modes or pipeline"]],
      takes: "file",
      load: async () => (await import("../commands/config-import.ts")).configImport,
    },
  ],
};
