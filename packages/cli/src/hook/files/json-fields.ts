/**
 * Reads of foreign JSON, field by field. A hook runs at every stop and every tool call of an agent; a
 * library of schemas would take longer to load than all the rest of it.
 */
export type Fields = Readonly<Record<string, unknown>>;

export function readFields(value: unknown): Fields {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? { ...value } : {};
}

export function readText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
