/**
 * Removes one configuration key from a policy file, or sets it to `other`; `[]` is every entry of a
 * list, `*` any name.
 */
export function withoutKey(value: unknown, key: readonly string[], other?: unknown): unknown {
  const [step, ...rest] = key;
  if (step === undefined) return other;
  if (Array.isArray(value))
    return step === "[]" ? value.map((entry) => withoutKey(entry, rest, other)) : value;
  if (!isPlain(value)) return value;
  const isMeant = (name: string) => step === "*" || step === name;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, isMeant(name) ? withoutKey(inner, rest, other) : inner])
      .filter(([name, inner]) => inner !== undefined || !isMeant(String(name))),
  );
}

/**
 * Returns whether a value can come from a file. Tests also read other values, such as a map, which
 * stay unchanged.
 */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
