import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** Agents: their programs, credentials and the commands they call. */
export const AGENT_COMMANDS: CommandTable<CliCommand>[number] = {
  heading: "Agents and scripts",
  entries: [
    {
      name: "agent",
      summary: "list and trust the programs of reviewing agents",
      examples: ["countersign agent list", "countersign agent confirm claude"],
      fallback: "list",
      commands: [
        {
          name: "list",
          summary: "list programs with path and whether the engine may run them",
          load: async () => (await import("../commands/agent/list.ts")).agentList,
        },
        {
          name: "confirm",
          summary: "trust the current version of these programs, for example after an upgrade",
          load: async () => (await import("../commands/agent/confirm.ts")).agentConfirm,
        },
      ],
    },
    {
      name: "token",
      summary: "manage credentials of agents, reviewers and scripts",
      examples: [
        "export COUNTERSIGN_TOKEN=$(countersign token create claude --role author --plain)",
        "countersign token list",
      ],
      fallback: "list",
      commands: [
        {
          name: "create",
          summary: "create a credential; it is shown once",
          load: async () => (await import("../commands/token/create.ts")).tokenCreate,
        },
        {
          name: "list",
          summary: "list credentials, without their secrets",
          load: async () => (await import("../commands/token/list.ts")).tokenList,
        },
        {
          name: "revoke",
          summary: "revoke a credential",
          load: async () => (await import("../commands/token/revoke.ts")).tokenRevoke,
        },
      ],
    },
    {
      name: "mcp",
      summary: "serve MCP tools to an agent over stdio (started by the agent)",
      load: async () => (await import("../commands/agent/mcp.ts")).mcp,
    },
    {
      name: "hook",
      summary: "handle an agent's hook event, JSON on stdin (installed by init)",
      load: async () => (await import("../commands/agent/hook.ts")).hook,
    },
    {
      name: "events",
      summary: "record agent events, JSON lines on stdin: milestone, blocker, request_review",
      load: async () => (await import("../commands/agent/events.ts")).events,
    },
    {
      name: "watch",
      summary: "act on markers in an agent's transcripts and logs; - reads stdin",
      load: async () => (await import("../commands/agent/watch.ts")).watch,
    },
  ],
};
