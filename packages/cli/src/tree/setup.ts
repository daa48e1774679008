import { CONFIG } from "./config.ts";
import type { CliCommand, GroupSpec } from "./spec.ts";
import { TOKEN } from "./token.ts";

export const SETUP: readonly CliCommand[] = [
  {
    usage: "init",
    summary: "set up this repository: configuration, your agents, git hooks and engine",
    examples: ["countersign init", "countersign init --yes --commit"],
    options: [
      [
        "--agents <names>",
        "claude-code, codex, gemini, opencode, copilot, cursor, amp or none (default: all that are installed)",
      ],
      [
        "--guide",
        "add lines to AGENTS.md for agents without hooks (default: only if they are there)",
      ],
      [
        "--no-agent-reviewers",
        "let no agent review (default: the first program that answers a trial run)",
      ],
      ["--undo", "restore every file that init changed"],
      ["--target <branch>", "the branch that work is merged into (default: the current one)"],
      ["--commit", "commit the configuration"],
    ],
    load: async () => (await import("../commands/setup/init.ts")).init,
  },
  {
    usage: "demo [folder]",
    summary: "create a sample repository with a change waiting for you",
    examples: ["countersign demo", "countersign demo ~/try-it.git"],
    load: async () => (await import("../commands/setup/demo.ts")).demo,
  },
  {
    usage: "doctor",
    summary: "find problems with the setup and how to fix them",
    examples: ["countersign doctor", "countersign doctor --json > doctor.json"],
    options: [["--fix", "apply safe fixes and list them"]],
    load: async () => (await import("../commands/setup/doctor.ts")).doctor,
  },
  {
    usage: "whoami",
    summary: "show who you are to the engine",
    examples: ["countersign whoami", "countersign whoami --json=name,role"],
    load: async () => (await import("../commands/setup/whoami.ts")).whoami,
  },
  {
    usage: "mcp",
    summary: "serve MCP tools to an agent over stdio (started by the agent)",
    examples: [
      "claude mcp add countersign -- countersign mcp --agent claude-code",
      "countersign mcp --agent codex --role reviewer",
    ],
    options: [
      ["--agent <name>", "name of the agent (default: detected from the environment)"],
      ["--role <role>", "author, reviewer, planner or viewer (default: author)"],
    ],
    load: async () => (await import("../commands/agent/mcp.ts")).mcp,
  },
  {
    usage: "hook <agent> <event>",
    summary: "handle an agent's hook event, JSON on stdin (installed by init)",
    examples: [
      "countersign hook claude-code stop < event.json",
      "countersign hook codex session-start < event.json",
    ],
    load: async () => (await import("../commands/agent/hook.ts")).hook,
  },
  {
    usage: "events",
    summary: "record agent events, JSON lines on stdin: milestone, blocker, request_review",
    examples: [
      "my-agent --events | countersign events --agent my-agent",
      `echo '{"type":"milestone","summary":"it builds"}' | countersign events --agent codex`,
    ],
    options: [
      ["--agent <name>", "the agent (default: the one that runs this command)"],
      ["--task <id>", "the task of events that name none (default: this branch's task)"],
    ],
    load: async () => (await import("../commands/agent/events.ts")).events,
  },
  {
    usage: "watch <files...>",
    summary: "act on markers in an agent's transcripts and logs; - reads stdin",
    examples: [
      "countersign watch --agent claude-code ~/.claude/projects/shop/session.jsonl",
      "countersign watch --agent my-agent --once agent.log",
    ],
    options: [
      ["--agent <name>", "the agent (default: the one that runs this command)"],
      ["--once", "read once from the beginning, then exit"],
      ["--format <name>", "plain or transcript (default: transcript for .jsonl)"],
    ],
    takes: "file",
    load: async () => (await import("../commands/agent/watch.ts")).watch,
  },
  {
    usage: "completion <shell>",
    summary: "print a completion script for bash, zsh, fish or pwsh",
    examples: [
      'eval "$(countersign completion bash)"',
      "countersign completion fish > ~/.config/fish/completions/countersign.fish",
    ],
    takes: ["bash", "zsh", "fish", "pwsh"],
    load: async () => (await import("../commands/setup/completion.ts")).completion,
  },
  {
    usage: "complete [words...]",
    summary: "list completions for these words",
    examples: ["countersign complete -- task s", "countersign complete -- approve cs-"],
    hidden: true,
    load: async () => (await import("../commands/setup/complete.ts")).complete,
  },
  {
    usage: "version",
    summary: "print the versions of countersign and its runtime",
    examples: ["countersign version", "countersign version --json"],
    load: async () => (await import("../commands/setup/version.ts")).version,
  },
  {
    usage: "help [topic]",
    summary: "exit-codes, environment, json, keys, modes or policies",
    examples: ["countersign help exit-codes", "countersign approve --help"],
    takes: ["exit-codes", "environment", "json", "keys", "modes", "policies"],
    load: async () => (await import("../commands/setup/help.ts")).help,
  },
];

const SERVER: GroupSpec = {
  name: "server",
  summary: "manage the local engine; commands start it when needed",
  examples: ["countersign server status", "countersign server down"],
  otherwise: "status",
  commands: [
    {
      usage: "up",
      summary: "start the engine in the background",
      examples: [
        "countersign server up",
        "COUNTERSIGN_DATABASE_URL=postgres://... countersign server up",
      ],
      load: async () => (await import("../commands/server/up.ts")).serverUp,
    },
    {
      usage: "down",
      summary: "finish running work and stop the engine",
      examples: ["countersign server down", "countersign server down && countersign server up"],
      load: async () => (await import("../commands/server/down.ts")).serverDown,
    },
    {
      usage: "status",
      summary: "show whether the engine runs, where and since when",
      examples: ["countersign server status", "countersign server status --json=url"],
      load: async () => (await import("../commands/server/status.ts")).serverStatus,
    },
    {
      usage: "logs",
      summary: "print the last lines of the engine's log",
      examples: ["countersign server logs", "countersign server logs --lines 500"],
      options: [["--lines <n>", "maximum number of results (default: 50)"]],
      load: async () => (await import("../commands/server/logs.ts")).serverLogs,
    },
    {
      usage: "backup <file>",
      summary: "back up all stored data to a new file",
      examples: [
        "countersign server backup ~/countersign.jsonl",
        "countersign server backup ~/countersign.jsonl --json=bytes",
      ],
      load: async () => (await import("../commands/server/backup.ts")).serverBackup,
    },
    {
      usage: "restore <file>",
      summary: "restore a backup into an empty database; stop the engine first",
      examples: [
        "countersign server restore ~/countersign.jsonl",
        "XDG_DATA_HOME=/srv/new countersign server restore ~/countersign.jsonl",
      ],
      load: async () => (await import("../commands/server/restore.ts")).serverRestore,
    },
    {
      usage: "upgrade",
      summary: "stop, back up, migrate the database and start",
      examples: ["countersign server upgrade", "countersign server upgrade --dry-run"],
      load: async () => (await import("../commands/server/upgrade.ts")).serverUpgrade,
    },
    {
      usage: "run",
      summary: "run the engine in the foreground, for a service manager",
      examples: ["countersign server run", "countersign server run --port 4711"],
      options: [["--port <n>", "port on the loopback address (default: any free port)"]],
      load: async () => (await import("../commands/server/run.ts")).serverRun,
    },
  ],
};

const REPO: GroupSpec = {
  name: "repo",
  summary: "manage registered repositories",
  examples: ["countersign repo list", "countersign repo release shop-api --reason 'my own hotfix'"],
  otherwise: "list",
  commands: [
    {
      usage: "list",
      summary: "list repositories with target branch and merge status",
      examples: ["countersign repo list", "countersign repo list --json=id,path"],
      load: async () => (await import("../commands/repo/list.ts")).repoList,
    },
    {
      usage: "release [id]",
      summary: "resume merges after reviewing foreign commits on the target",
      examples: [
        "countersign repo release --reason 'my own hotfix'",
        "countersign repo release shop-api --reason 'looked at it, fine'",
      ],
      options: [
        ["--reason <text>", "the reason"],
        ["--tip <commit>", "the commit you reviewed; required in scripts"],
      ],
      takes: "repository",
      load: async () => (await import("../commands/repo/release.ts")).repoRelease,
    },
    {
      usage: "move <id> <path>",
      summary: "tell the engine where a repository was moved on the disk",
      examples: [
        "countersign repo move shop-api ~/work/shop-api",
        "countersign repo move shop-api .",
      ],
      takes: "repository",
      load: async () => (await import("../commands/repo/move.ts")).repoMove,
    },
    {
      usage: "remove <id>",
      summary: "remove the registration of a repository without tasks",
      examples: ["countersign repo remove shop-api", "countersign repo remove shop-api --yes"],
      takes: "repository",
      load: async () => (await import("../commands/repo/remove.ts")).repoRemove,
    },
    {
      usage: "allow-unsandboxed [id]",
      summary: "allow project commands without a sandbox on this machine",
      examples: [
        "countersign repo allow-unsandboxed shop-api",
        "countersign repo allow-unsandboxed shop-api --undo",
      ],
      options: [["--undo", "require a sandbox again (the default)"]],
      takes: "repository",
      load: async () =>
        (await import("../commands/repo/allow-unsandboxed.ts")).repoAllowUnsandboxed,
    },
  ],
};

const AGENT: GroupSpec = {
  name: "agent",
  summary: "manage the programs of reviewing agents",
  examples: ["countersign agent list", "countersign agent confirm claude"],
  otherwise: "list",
  commands: [
    {
      usage: "list",
      summary: "list programs with path and whether the engine runs them",
      examples: ["countersign agent list", "countersign agent list --json=name,state"],
      load: async () => (await import("../commands/agent/list.ts")).agentList,
    },
    {
      usage: "confirm [names...]",
      summary: "trust the current version of these programs, for example after an upgrade",
      examples: ["countersign agent confirm", "countersign agent confirm claude codex"],
      takes: ["claude", "codex", "gemini", "opencode"],
      load: async () => (await import("../commands/agent/confirm.ts")).agentConfirm,
    },
  ],
};

export const SETUP_GROUPS: readonly GroupSpec[] = [REPO, AGENT, CONFIG, TOKEN, SERVER];
