import type { GroupSpec } from "./spec.ts";

export const REVIEWER: GroupSpec = {
  name: "reviewer",
  summary: "list, register and try the reviewers of this repository",
  examples: [
    "countersign reviewer list",
    "countersign reviewer add --from .claude/agents/security.md",
  ],
  otherwise: "list",
  commands: [
    {
      usage: "list",
      summary: "list reviewers with their program, state, cost cap and last result",
      examples: ["countersign reviewer list", "countersign reviewer list --json=id,available,says"],
      load: async () => (await import("../commands/reviewer/list.ts")).reviewerList,
    },
    {
      usage: "add",
      summary: "register an agent's file or a prompt as a reviewer, in the policy file",
      examples: [
        "countersign reviewer add --from .claude/agents/security.md",
        "countersign reviewer add --from prompts/money.md --name money --paths 'src/pay/**'",
      ],
      options: [
        ["--from <file>", "the file: .claude/agents/*.md, or a prompt"],
        ["--name <name>", "name of the reviewer (default: the file's)"],
        ["--adapter <program>", "claude, codex, gemini, opencode, acp, model or http"],
        ["--model <model>", "model to use (default: the file's)"],
        ["--paths <globs...>", "ask it only about changes of these paths (default: always)"],
        ["--read-only", "leave out tools of the file that do more than read"],
      ],
      load: async () => (await import("../commands/reviewer/add.ts")).reviewerAdd,
    },
    {
      usage: "test <name>",
      summary: "run a reviewer on the last commit and print its answer and cost; records nothing",
      examples: ["countersign reviewer test security", "countersign reviewer test money --json"],
      load: async () => (await import("../commands/reviewer/test.ts")).reviewerTest,
    },
  ],
};
