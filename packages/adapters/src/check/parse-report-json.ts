import { parseStrictJson } from "@countersign/core";

const LIMITS = { maxChars: 8_000_000, maxDepth: 64 };

/** Parses one JSON value of a report. Refuses ambiguous JSON, such as repeated keys. */
export function parseReportJson(
  text: string,
): { ok: true; value: unknown } | { ok: false; reason: string } {
  const parsed = parseStrictJson(text.trim(), LIMITS);
  return parsed.ok ? parsed : { ok: false, reason: `its JSON is refused: ${parsed.reason}` };
}
