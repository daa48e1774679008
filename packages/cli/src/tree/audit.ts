import type { CommandSpec, GroupSpec } from "./spec.ts";

const SINCE = ["--since <time>", "from then on: 24h, 30d or a date"] as const;

export const AUDIT: GroupSpec = {
  name: "audit",
  summary: "the sealed log as evidence",
  examples: ["countersign audit verify", "countersign audit export --output audit.jsonl"],
  otherwise: "list",
  commands: [
    {
      usage: "list",
      summary: "who did what, newest first, and the seal that covers it",
      examples: ["countersign audit list --since 24h", "countersign audit list --organisation"],
      options: [
        SINCE,
        ["--task <id>", "only this task"],
        ["--organisation", "only credentials, repositories, seals and sprints"],
        ["--limit <n>", "how many; 50 if left out"],
        ["--after <cursor>", "the next page"],
      ],
      load: async () => (await import("../commands/audit-list.ts")).auditList,
    },
    {
      usage: "verify",
      summary: "find whatever was changed in the log since it was written",
      examples: [
        "countersign audit verify",
        "countersign audit verify --file audit.jsonl --key seal-key.pub",
      ],
      options: [
        ["--file <path>", "an export, which needs no engine; - is stdin"],
        ["--key <pem>", "the public key to trust, as a file or as text"],
        ["--seal <path>", "a copy of the seals: its last one must be among those in the log"],
      ],
      load: async () => (await import("../commands/audit-verify.ts")).auditVerify,
    },
    {
      usage: "export",
      summary: "the sealed log: lines that anybody with the public key can verify, or a table",
      examples: [
        "countersign audit export --output audit.jsonl",
        "countersign audit export --format csv --since 30d > audit.csv",
      ],
      options: [
        SINCE,
        ["--format <format>", "jsonl, which can be verified, or csv for people"],
        ["--output <path>", "a new file; left out: stdout"],
      ],
      load: async () => (await import("../commands/audit-export.ts")).auditExport,
    },
    {
      usage: "accept",
      summary: "go on after a seal was lost and you know why; the reason stays in the log",
      examples: [
        "countersign audit accept --reason 'restored last night'",
        "countersign audit accept --dry-run",
      ],
      options: [
        ["--reason <text>", "why it is missing"],
        ["--seal <name>", "the loss you looked at, as --dry-run names it; needed in a script"],
      ],
      load: async () => (await import("../commands/audit-accept.ts")).auditAccept,
    },
    {
      usage: "rotate",
      summary: "a new key for seals, which the old one signs for",
      examples: ["countersign audit rotate", "countersign audit rotate --dry-run"],
      load: async () => (await import("../commands/audit-rotate.ts")).auditRotate,
    },
  ],
};

export const REPLAY: CommandSpec = {
  usage: "replay [task]",
  summary: "make decisions again from the log, byte for byte",
  examples: ["countersign replay cs-ab12", "countersign replay --all"],
  options: [["--all", "every task"]],
  takes: "task",
  load: async () => (await import("../commands/replay.ts")).replay,
};
