import { spawn } from "node:child_process";
import type { ReviewerAsk, ReviewerReply, ReviewerRunner } from "../../../ports/reviewer-runner.ts";

export type ChildRunner = ReviewerRunner & { asked: ReviewerAsk[] };

/** Defines the question, its nonce and its tree for the reviewing program. */
const BEGIN = `
import { readFileSync } from "node:fs";
const brief = readFileSync(0, "utf8");
const [, nonce, tree] = /nonce ([0-9a-f]{32}), tree ([0-9a-f]{40})/.exec(brief) ?? [];
const say = (answer) => process.stdout.write(JSON.stringify(
  { completed: true, nonce, tree, verdict: "approved", summary: "fine", findings: [], ...answer }));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;

/**
 * Runs a real program for every question: a few lines of JavaScript that read `brief` and call `say` with an
 * answer.
 */
export function createChildRunner(
  linesFor: (ask: ReviewerAsk, number: number) => string,
  usage: ReviewerReply["usage"] = { inputTokens: 100, outputTokens: 10, costUsd: 0.01 },
): ChildRunner {
  const asked: ReviewerAsk[] = [];
  return {
    asked,
    state: async () => ({ ok: true, version: "1" }),
    async ask(ask) {
      asked.push(ask);
      const began = performance.now();
      const { code, text } = await runChild(BEGIN + linesFor(ask, asked.length), ask);
      const rest = { usage, durationMs: performance.now() - began, sandboxed: true };
      if (code === 0) return { ok: true, text, ...rest };
      const reason = code === null ? "It took too long." : `It ended with exit code ${code}.`;
      return { ok: false, reason, again: "soon", ...rest };
    },
  };
}

async function runChild(
  program: string,
  { brief, directory, timeoutMs, signal }: ReviewerAsk,
): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: directory,
    env: {},
  });
  const kill = () => child.kill("SIGKILL");
  const timer = setTimeout(kill, timeoutMs);
  signal.addEventListener("abort", kill);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.resume();
  child.stdin.on("error", () => undefined); // it may exit without reading
  child.stdin.end(brief);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  signal.removeEventListener("abort", kill);
  return { code, text: Buffer.concat(chunks).toString("utf8") };
}
