import type { GroupSpec } from "./spec.ts";

export const CONFIG: GroupSpec = {
  name: "config",
  summary: "read and edit the configuration file; it takes effect on the target branch",
  examples: ["countersign config get merge.target", "countersign config set limits.attempts 5"],
  commands: [
    {
      usage: "get [key]",
      summary: "print one value in effect, or all",
      examples: ["countersign config get merge.target", "countersign config get limits --source"],
      options: [["--source", "also print whether the file or a default set it"]],
      load: async () => (await import("../commands/config/get.ts")).configGet,
    },
    {
      usage: "set <key> <value>",
      summary: "set a value; keeps comments and order",
      examples: [
        "countersign config set limits.attempts 5",
        "countersign config set people.owner '[\"ada\"]'",
      ],
      load: async () => (await import("../commands/config/set.ts")).configSet,
    },
    {
      usage: "unset <key>",
      summary: "remove a value, restoring its default",
      examples: [
        "countersign config unset limits.attempts",
        "countersign config unset panel --dry-run",
      ],
      load: async () => (await import("../commands/config/unset.ts")).configUnset,
    },
    {
      usage: "path",
      summary: "print the path of the file",
      examples: ["countersign config path", "$EDITOR $(countersign config path)"],
      load: async () => (await import("../commands/config/path.ts")).configPath,
    },
    {
      usage: "schema",
      summary: "print the JSON Schema of the file",
      examples: [
        "countersign config schema > countersign.schema.json",
        "countersign config schema --json",
      ],
      load: async () => (await import("../commands/config/schema.ts")).configSchema,
    },
    {
      usage: "import <files...>",
      summary: "import another tool's configuration",
      examples: [
        "countersign config import --from chains review.json",
        "countersign config import --from pipeline rules.json composition.json agents.json",
      ],
      options: [["--from <kind>", "chains, modes or pipeline"]],
      takes: "file",
      load: async () => (await import("../commands/config/import.ts")).configImport,
    },
  ],
};
