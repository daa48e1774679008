import { createInterface } from "node:readline/promises";
import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import { EXIT_CODES } from "../runtime/exit-codes.ts";

/** Asks for confirmation; Enter means yes. Without a terminal, the command needs --yes. */
export async function confirm({ ask, say }: CommandContext, question: string): Promise<void> {
  if (ask.yes) return;
  if (!ask.allowed) {
    throw new CountersignError(
      "invalid_input",
      `${question} This command cannot ask without a terminal`,
      {
        hint: "Confirm with --yes, or preview with --dry-run",
      },
    );
  }
  const answer = await questionOnTerminal(`${question} [Y] yes  [n] no: `);
  if (/^(?:y|yes)?$/i.test(answer)) return;
  say("Nothing was changed.");
  throw new CountersignError("timed_out", "Cancelled");
}

/**
 * Asks for something that was not looked at; Enter means no.
 *
 * `--yes` does not answer it: a script that says yes to everything has looked at nothing.
 */
export async function confirmUnseen({ say }: CommandContext, question: string): Promise<void> {
  const answer = await questionOnTerminal(`${question} [y] yes  [N] no: `);
  if (/^(?:y|yes)$/i.test(answer)) return;
  say("Nothing was changed.");
  throw new CountersignError("timed_out", "Cancelled");
}

/** Returns the value of a text option, or prompts for it. */
export async function promptText(
  { ask }: CommandContext,
  value: string | undefined,
  { option, question }: { option: string; question: string },
): Promise<string> {
  if (value !== undefined && value.trim() !== "") return value;
  const answer = ask.allowed && value === undefined ? await questionOnTerminal(`${question} `) : "";
  if (answer !== "") return answer;
  throw new CountersignError("invalid_input", `${option} is required`, {
    hint: `Add ${option} '<text>'`,
  });
}

/** Defers a prompt until its answer is first needed, and asks it once. */
export function promptOnce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null;
  return () => {
    answer ??= ask();
    return answer;
  };
}

async function questionOnTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.once("SIGINT", () => process.exit(EXIT_CODES.interrupted.code));
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}
