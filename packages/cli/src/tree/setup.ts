import { CONFIG } from "./config.ts";
import type { CommandSpec, GroupSpec } from "./spec.ts";
import { TOKEN } from "./token.ts";

export const SETUP: readonly CommandSpec[] = [
  {
    usage: "init",
    summary: "set this repository up: configuration, agents, git hooks and engine",
    examples: ["countersign init", "countersign init --yes --commit"],
    options: [
      ["--agents <names>", "claude-code, codex, gemini, opencode or none; left out: those found"],
      ["--undo", "take back what init did here, and nothing else"],
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
    options: [["--fix", "do what is safe to do, and name it"]],
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
  {
    usage: "whoami",
    summary: "who the engine takes you for",
    examples: ["countersign whoami", "countersign whoami --json=name,role"],
    load: async () => (await import("../commands/whoami.ts")).whoami,
  },
  {
    usage: "mcp",
    summary: "the tools for an agent, on stdin and stdout; its host starts it",
    examples: [
      "claude mcp add countersign -- countersign mcp --agent claude-code",
      "countersign mcp --agent codex --role reviewer",
    ],
    options: [
      ["--agent <name>", "who the agent is; left out: what the environment says"],
      ["--role <role>", "author, reviewer, planner or viewer; author if left out"],
    ],
    load: async () => (await import("../commands/mcp.ts")).mcp,
  },
  {
    usage: "hook <agent> <event>",
    summary: "what agents' hosts call at their events, with JSON on stdin; init sets it up",
    examples: [
      "countersign hook claude-code stop < event.json",
      "countersign hook codex session-start < event.json",
    ],
    load: async () => (await import("../commands/hook.ts")).hook,
  },
  {
    usage: "events",
    summary: "what an agent reports, as JSON lines on stdin: milestone, blocker, request_review",
    examples: [
      "my-agent --events | countersign events --agent my-agent",
      `echo '{"type":"milestone","summary":"it builds"}' | countersign events --agent codex`,
    ],
    options: [
      ["--agent <name>", "whose events they are; left out: the agent that runs this"],
      ["--task <id>", "the task of events that name none; left out: the one of this branch"],
    ],
    load: async () => (await import("../commands/events.ts")).events,
  },
  {
    usage: "watch <files...>",
    summary: "do what an agent's own words ask for, in its transcripts and logs; - is stdin",
    examples: [
      "countersign watch --agent claude-code ~/.claude/projects/shop/session.jsonl",
      "countersign watch --agent my-agent --once agent.log",
    ],
    options: [
      ["--agent <name>", "whose words they are; left out: the agent that runs this"],
      ["--once", "read what is there from its beginning, and end"],
      ["--format <name>", "plain or transcript; left out: transcript for .jsonl"],
    ],
    takes: "file",
    load: async () => (await import("../commands/watch.ts")).watch,
  },
  {
    usage: "completion <shell>",
    summary: "a script that completes commands and ids in bash, zsh, fish or pwsh",
    examples: [
      'eval "$(countersign completion bash)"',
      "countersign completion fish > ~/.config/fish/completions/countersign.fish",
    ],
    takes: ["bash", "zsh", "fish", "pwsh"],
    load: async () => (await import("../commands/completion.ts")).completion,
  },
  {
    usage: "complete [words...]",
    summary: "what may follow these words",
    examples: ["countersign complete -- task s", "countersign complete -- approve cs-"],
    hidden: true,
    load: async () => (await import("../commands/complete.ts")).complete,
  },
  {
    usage: "version",
    summary: "the versions of this program and of what it runs on",
    examples: ["countersign version", "countersign version --json"],
    load: async () => (await import("../commands/version.ts")).version,
  },
  {
    usage: "help [topic]",
    summary: "exit-codes, environment, json, keys, modes or policies",
    examples: ["countersign help exit-codes", "countersign approve --help"],
    takes: ["exit-codes", "environment", "json", "keys", "modes", "policies"],
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
      usage: "backup <file>",
      summary: "write everything that is stored to a new file",
      examples: [
        "countersign server backup ~/countersign.jsonl",
        "countersign server backup ~/countersign.jsonl --json=bytes",
      ],
      load: async () => (await import("../commands/server-backup.ts")).serverBackup,
    },
    {
      usage: "restore <file>",
      summary: "read a backup into an empty database; the engine must not run",
      examples: [
        "countersign server restore ~/countersign.jsonl",
        "XDG_DATA_HOME=/srv/new countersign server restore ~/countersign.jsonl",
      ],
      load: async () => (await import("../commands/server-restore.ts")).serverRestore,
    },
    {
      usage: "upgrade",
      summary: "stop, back up, bring the database to this release, and start",
      examples: ["countersign server upgrade", "countersign server upgrade --dry-run"],
      load: async () => (await import("../commands/server-upgrade.ts")).serverUpgrade,
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
      options: [
        ["--reason <text>", "what you found"],
        ["--tip <commit>", "the commit you looked at; needed in a script"],
      ],
      takes: "repository",
      load: async () => (await import("../commands/repo-release.ts")).repoRelease,
    },
    {
      usage: "allow-unsandboxed [id]",
      summary: "let its commands run with your rights where this machine has no sandbox",
      examples: [
        "countersign repo allow-unsandboxed shop-api",
        "countersign repo allow-unsandboxed shop-api --undo",
      ],
      options: [["--undo", "run its commands only in a sandbox again (the default)"]],
      takes: "repository",
      load: async () =>
        (await import("../commands/repo-allow-unsandboxed.ts")).repoAllowUnsandboxed,
    },
  ],
};

const AGENT: GroupSpec = {
  name: "agent",
  summary: "the programs of agents that review",
  examples: ["countersign agent list", "countersign agent confirm claude"],
  otherwise: "list",
  commands: [
    {
      usage: "list",
      summary: "each with its path and whether the engine runs it",
      examples: ["countersign agent list", "countersign agent list --json=name,state"],
      load: async () => (await import("../commands/agent-list.ts")).agentList,
    },
    {
      usage: "confirm [names...]",
      summary: "let the engine run these programs as they are now, after an upgrade for example",
      examples: ["countersign agent confirm", "countersign agent confirm claude codex"],
      takes: ["claude", "codex", "gemini", "opencode"],
      load: async () => (await import("../commands/agent-confirm.ts")).agentConfirm,
    },
  ],
};

export const SETUP_GROUPS: readonly GroupSpec[] = [REPO, AGENT, CONFIG, TOKEN, SERVER];
