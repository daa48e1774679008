import type { ReviewerRunner } from "@countersign/engine";
import { POLICY } from "../engine/open-engine.ts";

export type Answer = {
  verdict: "approved" | "concerns" | "blocker";
  /** What the runner says that the answer cost, in dollars. */
  costUsd?: number;
};

/** Answers each question at once, as the table says, with the nonce and the tree of the question. */
export function createRunner(answers: Readonly<Record<string, Answer>>): ReviewerRunner {
  return {
    state: async () => ({ ok: true, version: "1" }),
    async ask({ reviewer, brief }) {
      const { verdict, costUsd = 0.01 } = answers[reviewer.id] ?? { verdict: "approved" };
      const [, nonce, tree] = /nonce ([0-9a-f]{32}), tree ([0-9a-f]{40})/.exec(brief) ?? [];
      const findings = verdict === "approved" ? [] : [FINDING];
      const text = { completed: true, nonce, tree, verdict, summary: "read", findings };
      const usage = { inputTokens: 100, outputTokens: 10, costUsd };
      return { ok: true, text: JSON.stringify(text), usage, durationMs: 1, sandboxed: true };
    },
  };
}

const FINDING = {
  severity: "critical",
  category: "security",
  file: "backdoor.txt",
  line: 1,
  message: "This opens a back door.",
};

/** Three reviewers that the engine runs, of whom two suffice, and nobody else. */
export function panelPolicy(members: readonly string[], more: object = {}) {
  return {
    ...POLICY,
    checks: [],
    reviewers: [builtin("integrity"), builtin("secrets"), ...members.map(agent)],
    panel: { members, quorum: 2, when: "always" },
    modes: { default: "skip" },
    limits: { machineDeadline: "1m" },
    ...more,
  };
}

function agent(id: string) {
  return { ...builtin(id), kind: "agent", adapter: "claude", modelFamily: "gpt", retries: 0 };
}

function builtin(id: string) {
  return { id, name: id, kind: "check", adapter: "builtin", description: "For a test" };
}
