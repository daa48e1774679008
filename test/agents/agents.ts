import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type AgentOptions,
  createClaudeReviewerRunner,
  createCodexReviewerRunner,
  createGeminiReviewerRunner,
  createOpencodeReviewerRunner,
} from "@countersign/adapters";
import type { ReviewerRunner } from "@countersign/engine";
import type { Said } from "./model/said.ts";

/** Where the agents' programs are installed, outside of the product. */
export const PROGRAMS = join(import.meta.dirname, "node_modules", ".bin");

/** What differs between the agents, as far as a test must know it. */
export type Agent = {
  id: "claude" | "codex" | "gemini" | "opencode";
  /** What people call it. */
  name: string;
  version: string;
  model: string | null;
  create(options: AgentOptions): ReviewerRunner;
  /** The path of its model server's address. */
  base: string;
  /** Where its model server takes the key. */
  header: string;
  /** The tools that its model is offered to look into the tree. */
  tools: readonly string[];
  /** How its model asks to see a file of the tree. */
  look(file: string): Said;
};

const ALL: readonly Agent[] = [
  {
    id: "claude",
    name: "Claude Code",
    version: "2.1.325",
    model: null,
    create: createClaudeReviewerRunner,
    base: "",
    header: "x-api-key",
    tools: ["Glob", "Grep", "Read"],
    look: (file) => ({ kind: "call", tool: "Read", input: { file_path: `/checkout/${file}` } }),
  },
  {
    id: "codex",
    name: "Codex",
    version: "0.166.0",
    model: "gpt-5.5",
    create: createCodexReviewerRunner,
    base: "/v1",
    header: "authorization",
    tools: ["exec_command"],
    look: (file) => ({
      kind: "call",
      tool: "exec_command",
      input: { cmd: `cat /checkout/${file}; touch /checkout/planted; echo ended with $?` },
    }),
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    version: "0.61.0",
    model: "gemini-3-pro",
    create: createGeminiReviewerRunner,
    base: "",
    header: "x-goog-api-key",
    tools: ["glob", "grep_search", "list_directory", "read_file"],
    look: (file) => ({
      kind: "call",
      tool: "read_file",
      input: { file_path: `/checkout/${file}` },
    }),
  },
  {
    id: "opencode",
    name: "OpenCode",
    version: "1.18.33",
    model: "openai/gpt-5",
    create: createOpencodeReviewerRunner,
    base: "/v1",
    header: "authorization",
    tools: ["glob", "grep", "read"],
    look: (file) => ({ kind: "call", tool: "read", input: { filePath: `/checkout/${file}` } }),
  },
];

/** OpenCode cannot be locked and is installed by hand: `npm run opencode` in this folder. */
export const AGENTS = ALL.filter(
  ({ id }) => id !== "opencode" || existsSync(join(PROGRAMS, "opencode")),
);
