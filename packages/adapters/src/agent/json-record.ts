/** A JSON object from an untrusted source. Nothing in it can be relied on. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Each line that is an object of JSON; the others are talk. */
export function jsonLines(text: string): JsonRecord[] {
  return text.split("\n").flatMap((line) => {
    const value = line.startsWith("{") ? tryParseJson(line) : null;
    return isJsonRecord(value) ? [value] : [];
  });
}

/** Undefined for what is not JSON. */
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

/** One line of what a program said, short enough to show. */
export function shortLine(value: unknown, longest = 300): string {
  const text = typeof value === "string" ? value : "";
  return text.replaceAll(/\s+/g, " ").trim().slice(0, longest);
}
