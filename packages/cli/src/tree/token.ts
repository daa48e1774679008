import type { GroupSpec } from "./spec.ts";

export const TOKEN: GroupSpec = {
  name: "token",
  summary: "credentials for agents, reviewers and scripts",
  examples: [
    "export COUNTERSIGN_TOKEN=$(countersign token create claude --role author --plain)",
    "countersign token list",
  ],
  otherwise: "list",
  commands: [
    {
      usage: "create <actor>",
      summary: "make a credential; it is shown once",
      examples: [
        "countersign token create claude --role author --expires 8h",
        "countersign token create ci --role viewer",
      ],
      options: [
        ["--role <role>", "author, reviewer, planner, viewer or human"],
        ["--task <id>", "only for this task"],
        ["--expires <time>", "after this it is worthless, such as 8h or 30d"],
        ["--department <name>", "whose agent it is; peers come from there"],
        ["--sponsor <person>", "who answers for an agent; default: you, on your own machine"],
        ["--family <name>", "its model family"],
      ],
      load: async () => (await import("../commands/token-create.ts")).tokenCreate,
    },
    {
      usage: "list",
      summary: "every credential, without its secret",
      examples: ["countersign token list", "countersign token list --json=id,actor,role"],
      load: async () => (await import("../commands/token-list.ts")).tokenList,
    },
    {
      usage: "revoke <id>",
      summary: "end a credential at once",
      examples: ["countersign token revoke tok_x1", "countersign token revoke tok_x1 --dry-run"],
      load: async () => (await import("../commands/token-revoke.ts")).tokenRevoke,
    },
  ],
};
