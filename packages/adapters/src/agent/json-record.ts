/** A JSON object from an untrusted source. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses each line that is a JSON object, and skips the others. */
export function jsonLines(text: string): JsonRecord[] {
  return text.split("\n").flatMap((line) => {
    const value = line.startsWith("{") ? tryParseJson(line) : null;
    return isJsonRecord(value) ? [value] : [];
  });
}

/** Parses JSON; undefined if it is invalid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a count from an untrusted source. */
export function toCount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

/** Returns the first line of a program's message, truncated for display. */
export function shortLine(value: unknown, longest = 300): string {
  const text = typeof value === "string" ? value : "";
  return text.replaceAll(/\s+/g, " ").trim().slice(0, longest);
}
