import { z } from "zod";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";

/** Maximum characters of a shown value. A longer one ends in "…". */
const MAX_VALUE_LENGTH = 200;

/** The value of a key that is absent on one side. */
const NOT_SET = "not set";

/** A policy key that is less strict after a change, with its values as JSON. */
export const LoosenedKey = z.strictObject({
  /** Dotted path. Entries of a list are named by id: `policies.build.when`. */
  key: z.string().min(1).max(500),
  before: z.string().max(500),
  after: z.string().max(500),
});
export type LoosenedKey = z.infer<typeof LoosenedKey>;

/** Formats a value for people: as JSON, cut at a length. */
export function valueText(value: Json | undefined): string {
  if (value === undefined) return NOT_SET;
  const text = canonicalJson(value);
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`;
}

/** Formats one loosened key for people: `limits.attempts: 3 → 10`. */
export function loosenedText({ key, before, after }: LoosenedKey): string {
  return `${key}: ${before} → ${after}`;
}
