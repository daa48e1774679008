import { quoteWord } from "./clean-text.ts";

const MAX_NAMES = 5;

export type HostileRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is HostileRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the non-empty fields. Null and blank text count as absent. */
export function filledFields(record: HostileRecord): HostileRecord {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) => value !== null && !(typeof value === "string" && value.trim() === ""),
    ),
  );
}

/** Adds one note for all unknown fields, which are never interpreted. */
export function noteUnknown(record: HostileRecord, known: readonly string[]): string[] {
  const unknown = Object.keys(record).filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, MAX_NAMES).map(quoteWord).join(", ");
  const more = unknown.length > MAX_NAMES ? ` and ${unknown.length - MAX_NAMES} more` : "";
  return [`unknown fields were ignored: ${names}${more}`];
}
