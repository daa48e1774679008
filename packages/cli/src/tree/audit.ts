import type { CliCommand, GroupSpec } from "./spec.ts";

const SINCE = ["--since <time>", "start time: 24h, 30d or a date"] as const;

export const AUDIT: GroupSpec = {
  name: "audit",
  summary: "list, verify and export the sealed log",
  examples: ["countersign audit verify", "countersign audit export --output audit.jsonl"],
  otherwise: "list",
  commands: [
    {
      usage: "list",
      summary: "list log entries, newest first, with the seal that covers each",
      examples: ["countersign audit list --since 24h", "countersign audit list --organisation"],
      options: [
        SINCE,
        ["--task <id>", "only this task"],
        ["--organisation", "only credentials, repositories, seals and sprints"],
        ["--limit <n>", "maximum number of results (default: 50)"],
        ["--after <cursor>", "cursor of the next page"],
      ],
      load: async () => (await import("../commands/audit/list.ts")).auditList,
    },
    {
      usage: "verify",
      summary: "detect changes to the log since it was written",
      examples: [
        "countersign audit verify",
        "countersign audit verify --file audit.jsonl --key seal-key.pub",
      ],
      options: [
        ["--file <path>", "an exported file, verified without an engine; - reads stdin"],
        ["--key <pem>", "the public key to trust, as a file or as text"],
        ["--seal <path>", "a copy of the seals: its last one must be among those in the log"],
      ],
      load: async () => (await import("../commands/audit/verify.ts")).auditVerify,
    },
    {
      usage: "export",
      summary: "export the sealed log, verifiable with the public key alone",
      examples: [
        "countersign audit export --output audit.jsonl",
        "countersign audit export --format csv --since 30d > audit.csv",
      ],
      options: [
        SINCE,
        ["--format <format>", "jsonl (verifiable, the default) or csv"],
        ["--output <path>", "a new file (default: stdout)"],
      ],
      load: async () => (await import("../commands/audit/export.ts")).auditExport,
    },
    {
      usage: "accept",
      summary: "accept a lost seal; the reason is recorded in the log",
      examples: [
        "countersign audit accept --reason 'restored last night'",
        "countersign audit accept --dry-run",
      ],
      options: [
        ["--reason <text>", "why it is missing"],
        ["--seal <name>", "the loss you looked at, as --dry-run names it; needed in a script"],
      ],
      load: async () => (await import("../commands/audit/accept.ts")).auditAccept,
    },
    {
      usage: "rotate",
      summary: "replace the sealing key; the old key signs the new one",
      examples: ["countersign audit rotate", "countersign audit rotate --dry-run"],
      load: async () => (await import("../commands/audit/rotate.ts")).auditRotate,
    },
  ],
};

export const REPLAY: CliCommand = {
  usage: "replay [task]",
  summary: "recompute decisions from the log and compare them",
  examples: ["countersign replay cs-ab12", "countersign replay --all"],
  options: [["--all", "every task"]],
  takes: "task",
  load: async () => (await import("../commands/audit/replay.ts")).replay,
};
