import type { GroupSpec } from "./spec.ts";

export const TOKEN: GroupSpec = {
  name: "token",
  summary: "manage credentials of agents, reviewers and scripts",
  examples: [
    "export COUNTERSIGN_TOKEN=$(countersign token create claude --role author --plain)",
    "countersign token list",
  ],
  otherwise: "list",
  commands: [
    {
      usage: "create <actor>",
      summary: "create a credential; it is shown once",
      examples: [
        "countersign token create claude --role author --expires 8h",
        "countersign token create ci --role viewer",
      ],
      options: [
        ["--role <role>", "author, reviewer, planner, viewer or human"],
        ["--task <id>", "restrict the credential to this task"],
        ["--expires <time>", "lifetime, such as 8h or 30d"],
        ["--department <name>", "department of the agent; peers come from there"],
        [
          "--sponsor <person>",
          "the person responsible for the agent (default: you, on your own machine)",
        ],
        ["--family <name>", "model family of the agent"],
      ],
      load: async () => (await import("../commands/token/create.ts")).tokenCreate,
    },
    {
      usage: "list",
      summary: "list credentials, without their secrets",
      examples: ["countersign token list", "countersign token list --json=id,actor,role"],
      load: async () => (await import("../commands/token/list.ts")).tokenList,
    },
    {
      usage: "revoke <id>",
      summary: "revoke a credential",
      examples: ["countersign token revoke tok_x1", "countersign token revoke tok_x1 --dry-run"],
      load: async () => (await import("../commands/token/revoke.ts")).tokenRevoke,
    },
  ],
};
