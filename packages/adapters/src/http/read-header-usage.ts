import type { ReviewerUsage } from "@countersign/engine";

const INPUT = "countersign-input-tokens";
const OUTPUT = "countersign-output-tokens";
const COST = "countersign-cost-usd";

/** Reads the usage that the service reports in its headers; null if it is missing or invalid. */
export function readHeaderUsage(headers: Readonly<Record<string, string>>): ReviewerUsage | null {
  const inputTokens = read(headers[INPUT], /^\d{1,10}$/);
  const outputTokens = read(headers[OUTPUT], /^\d{1,10}$/);
  const costUsd = read(headers[COST], /^\d{1,7}(?:\.\d{1,9})?$/);
  if (inputTokens === null && outputTokens === null && costUsd === null) return null;
  return { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0, costUsd };
}

function read(text: string | undefined, form: RegExp): number | null {
  return text !== undefined && form.test(text) ? Number(text) : null;
}
