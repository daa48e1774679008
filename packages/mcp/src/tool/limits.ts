/** Characters per token. Models count differently; this value errs on the safe side. */
export const CHARS_PER_TOKEN = 3.5;

/** Maximum tokens of a response, by detail. */
export const MAX_TOKENS = { concise: 4_000, full: 20_000 } as const;

/** Tokens of a response that are reserved for the rest of the response. */
const REST_TOKENS = 800;

/** Maximum tokens of one page of a change, by detail. */
export const PAGE_TOKENS = {
  concise: MAX_TOKENS.concise - REST_TOKENS,
  full: MAX_TOKENS.full - REST_TOKENS,
} as const;

export type Detail = keyof typeof MAX_TOKENS;

export function countTokens(value: unknown): number {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/** Returns as many items as fit, from the first on. */
export function takeFitting<Item>(items: readonly Item[], tokens: number): Item[] {
  let left = tokens;
  const kept: Item[] = [];
  for (const item of items) {
    left -= countTokens(item);
    if (left < 0) break;
    kept.push(item);
  }
  return kept;
}
