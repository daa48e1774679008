import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { ReviewerUsage } from "@countersign/engine";

/** What a model costs, in US dollars for a million tokens. */
export type ModelPrice = { inputPerMillion: number; outputPerMillion: number };

const MILLION = 1_000_000;
const MAX_TOKENS = 1_000_000_000;

/** What an answer used up; null where the server did not say it in numbers that can be. */
export function readModelUsage(
  { inputTokens, outputTokens }: LanguageModelV4Usage,
  price: ModelPrice | undefined,
): ReviewerUsage | null {
  const [read, written] = [inputTokens.total, outputTokens.total];
  if (!isCount(read) || !isCount(written)) return null;
  return { inputTokens: read, outputTokens: written, costUsd: costOf(read, written, price) };
}

/** Tokens that a provider remembers cost less than this says, so that a cap is never passed unseen. */
function costOf(read: number, written: number, price: ModelPrice | undefined): number | null {
  if (price === undefined) return null;
  return (read * price.inputPerMillion + written * price.outputPerMillion) / MILLION;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TOKENS;
}
