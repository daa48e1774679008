import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** The policy of a repository and the reviewers it asks. */
export const POLICY_COMMANDS: CommandTable<CliCommand>[number] = {
  heading: "Policy and reviewers",
  entries: [
    {
      name: "config",
      summary: "read and edit the configuration; changes take effect when they are merged",
      examples: ["countersign config get merge.target", "countersign config set limits.attempts 5"],
      commands: [
        {
          name: "get",
          summary: "print a configuration value, or all of them",
          load: async () => (await import("../commands/config/get.ts")).configGet,
        },
        {
          name: "set",
          summary: "set a value; comments and order are kept",
          load: async () => (await import("../commands/config/set.ts")).configSet,
        },
        {
          name: "unset",
          summary: "remove a value and restore its default",
          load: async () => (await import("../commands/config/unset.ts")).configUnset,
        },
        {
          name: "path",
          summary: "print the path of the configuration file",
          load: async () => (await import("../commands/config/path.ts")).configPath,
        },
        {
          name: "schema",
          summary: "print the JSON Schema of the configuration file",
          load: async () => (await import("../commands/config/schema.ts")).configSchema,
        },
        {
          name: "import",
          summary: "import another tool's configuration",
          load: async () => (await import("../commands/config/import.ts")).configImport,
        },
      ],
    },
    {
      name: "reviewer",
      summary: "list, add and test the reviewers of this repository",
      examples: [
        "countersign reviewer list",
        "countersign reviewer add --from .claude/agents/security.md",
      ],
      fallback: "list",
      commands: [
        {
          name: "list",
          summary: "list reviewers with program, state, cost limit and last result",
          load: async () => (await import("../commands/reviewer/list.ts")).reviewerList,
        },
        {
          name: "add",
          summary: "add a reviewer from an agent file or a prompt to the configuration",
          load: async () => (await import("../commands/reviewer/add.ts")).reviewerAdd,
        },
        {
          name: "test",
          summary:
            "run a reviewer on the last commit and print its answer and cost; records nothing",
          load: async () => (await import("../commands/reviewer/test.ts")).reviewerTest,
        },
      ],
    },
    {
      name: "policy",
      summary: "show gaps in the policy",
      examples: ["countersign policy gaps", "countersign policy gaps --repo shop --json"],
      fallback: "gaps",
      commands: [
        {
          name: "gaps",
          summary: "list changes that no policy covered, with proposed entries as a diff",
          load: async () => (await import("../commands/policy/gaps.ts")).policyGaps,
        },
      ],
    },
  ],
};
