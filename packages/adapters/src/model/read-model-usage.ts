import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { ReviewerUsage } from "@countersign/engine";

/** The price of a model in US dollars per million tokens. */
export type ModelPrice = { inputPerMillion: number; outputPerMillion: number };

const MILLION = 1_000_000;
const MAX_TOKENS = 1_000_000_000;

/** Reads the usage of an answer; null if the server did not report valid numbers. */
export function readModelUsage(
  { inputTokens, outputTokens }: LanguageModelV4Usage,
  price: ModelPrice | undefined,
): ReviewerUsage | null {
  const [read, written] = [inputTokens.total, outputTokens.total];
  if (!isCount(read) || !isCount(written)) return null;
  return { inputTokens: read, outputTokens: written, costUsd: costOf(read, written, price) };
}

/**
 * Computes the cost. Cached tokens count at full price, so that a budget is never exceeded
 * unnoticed.
 */
function costOf(read: number, written: number, price: ModelPrice | undefined): number | null {
  if (price === undefined) return null;
  return (read * price.inputPerMillion + written * price.outputPerMillion) / MILLION;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TOKENS;
}
