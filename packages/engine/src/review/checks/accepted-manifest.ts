import { type Json, parseStrictJson } from "@countersign/core";

const LIMITS = { maxChars: 1024 * 1024, maxDepth: 64 };

type JsonObject = Record<string, Json>;

/**
 * Returns the text of the change's manifest with the accepted values of these keys.
 *
 * Keys that the accepted manifest lacks are removed. Returns null if the whole accepted manifest must be used,
 * because the change removed the file or made it unreadable.
 */
export function acceptedManifest(
  { accepted, own }: { accepted: string | null; own: string | null },
  keys: readonly string[],
): string | null {
  const ours = readObject(own);
  const theirs = accepted === null ? {} : readObject(accepted);
  if (ours === null || theirs === null) return null;
  for (const key of keys) setAt(ours, key.split("."), valueAt(theirs, key.split(".")));
  return `${JSON.stringify(ours, null, 2)}\n`;
}

function readObject(text: string | null): JsonObject | null {
  if (text === null) return null;
  const parsed = parseStrictJson(text, LIMITS);
  return parsed.ok && isObject(parsed.value) ? structuredClone(parsed.value) : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueAt(from: JsonObject, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = from;
  for (const step of steps)
    value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}

/** Sets the value at a path of keys. Undefined removes it. */
function setAt(
  into: JsonObject,
  [step, ...rest]: readonly string[],
  value: Json | undefined,
): void {
  if (step === undefined) return;
  if (rest.length === 0) {
    if (value === undefined) delete into[step];
    else into[step] = value;
    return;
  }
  const inner = Object.hasOwn(into, step) ? into[step] : undefined;
  if (isObject(inner)) setAt(inner, rest, value);
  else if (value !== undefined) {
    const made: JsonObject = {};
    into[step] = made;
    setAt(made, rest, value);
  }
}
