import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** The policy of a repository and the reviewers it asks. */
export const POLICY_COMMANDS: CommandTable<CliCommand>[number] = {
  heading: "Policy and reviewers",
  entries: [
    {
      name: "config",
      summary: "read and edit the configuration file; it takes effect on the target branch",
      examples: ["countersign config get merge.target", "countersign config set limits.attempts 5"],
      commands: [
        {
          name: "get",
          summary: "print one value in effect, or all",
          load: async () => (await import("../commands/config/get.ts")).configGet,
        },
        {
          name: "set",
          summary: "set a value; keeps comments and order",
          load: async () => (await import("../commands/config/set.ts")).configSet,
        },
        {
          name: "unset",
          summary: "remove a value, restoring its default",
          load: async () => (await import("../commands/config/unset.ts")).configUnset,
        },
        {
          name: "path",
          summary: "print the path of the file",
          load: async () => (await import("../commands/config/path.ts")).configPath,
        },
        {
          name: "schema",
          summary: "print the JSON Schema of the file",
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
      summary: "list, register and try the reviewers of this repository",
      examples: [
        "countersign reviewer list",
        "countersign reviewer add --from .claude/agents/security.md",
      ],
      fallback: "list",
      commands: [
        {
          name: "list",
          summary: "list reviewers with their program, state, cost cap and last result",
          load: async () => (await import("../commands/reviewer/list.ts")).reviewerList,
        },
        {
          name: "add",
          summary: "register an agent's file or a prompt as a reviewer, in the policy file",
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
