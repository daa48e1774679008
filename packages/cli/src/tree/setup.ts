import { CONFIG } from "./config.ts";
import type { CommandSpec, GroupSpec } from "./spec.ts";
import { TOKEN } from "./token.ts";

export const SETUP: readonly CommandSpec[] = [
  {
    usage: "init",
    summary: "set this repository up: configuration and engine",
    examples: ["countersign init", "countersign init --yes --commit"],
    options: [
      ["--target <branch>", "the branch that work is merged to; left out: the current one"],
      ["--commit", "commit the configuration at once"],
    ],
    load: async () => (await import("../commands/init.ts")).init,
  },
  {
    usage: "demo [folder]",
    summary: "a sample repository with an agent's change that waits for you",
    examples: ["countersign demo", "countersign demo ~/try-it.git"],
    load: async () => (await import("../commands/demo.ts")).demo,
  },
  {
    usage: "doctor",
    summary: "what is missing or wrong here, and how to fix it",
    examples: ["countersign doctor", "countersign doctor --json > doctor.json"],
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
  {
    usage: "version",
    summary: "the versions of this program and of what it runs on",
    examples: ["countersign version", "countersign version --json"],
    load: async () => (await import("../commands/version.ts")).version,
  },
  {
    usage: "help [topic]",
    summary: "exit-codes, environment or json",
    examples: ["countersign help exit-codes", "countersign approve --help"],
    load: async () => (await import("../commands/help.ts")).help,
  },
];

const SERVER: GroupSpec = {
  name: "server",
  summary: "the local engine; it also starts by itself when it is needed",
  examples: ["countersign server status", "countersign server down"],
  otherwise: "status",
  commands: [
    {
      usage: "up",
      summary: "start the engine in the background",
      examples: ["countersign server up", "DATABASE_URL=postgres://... countersign server up"],
      load: async () => (await import("../commands/server-up.ts")).serverUp,
    },
    {
      usage: "down",
      summary: "let the engine finish what it is at, and stop it",
      examples: ["countersign server down", "countersign server down && countersign server up"],
      load: async () => (await import("../commands/server-down.ts")).serverDown,
    },
    {
      usage: "status",
      summary: "whether it runs, where, and since when",
      examples: ["countersign server status", "countersign server status --json=url"],
      load: async () => (await import("../commands/server-status.ts")).serverStatus,
    },
    {
      usage: "logs",
      summary: "the last lines that it wrote",
      examples: ["countersign server logs", "countersign server logs --lines 500"],
      options: [["--lines <n>", "how many; 50 if left out"]],
      load: async () => (await import("../commands/server-logs.ts")).serverLogs,
    },
    {
      usage: "run",
      summary: "run the engine in the foreground, for a service manager",
      examples: ["countersign server run", "countersign server run --port 4711"],
      options: [["--port <n>", "the port on the loopback address; left out: any free one"]],
      load: async () => (await import("../commands/server-run.ts")).serverRun,
    },
  ],
};

const REPO: GroupSpec = {
  name: "repo",
  summary: "the repositories that the engine knows",
  examples: ["countersign repo list", "countersign repo release shop-api --reason 'my own hotfix'"],
  otherwise: "list",
  commands: [
    {
      usage: "list",
      summary: "each with its target and whether merges go on",
      examples: ["countersign repo list", "countersign repo list --json=id,path"],
      load: async () => (await import("../commands/repo-list.ts")).repoList,
    },
    {
      usage: "release [id]",
      summary: "let merges go on after you looked at what moved the target",
      examples: [
        "countersign repo release --reason 'my own hotfix'",
        "countersign repo release shop-api --reason 'looked at it, fine'",
      ],
      options: [["--reason <text>", "what you found"]],
      load: async () => (await import("../commands/repo-release.ts")).repoRelease,
    },
  ],
};

export const SETUP_GROUPS: readonly GroupSpec[] = [REPO, CONFIG, TOKEN, SERVER];
