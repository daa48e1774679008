/** Removes one configuration key from a policy file; `[]` is every entry of a list, `*` any name. */
export function withoutKey(value: unknown, key: readonly string[]): unknown {
  const [step, ...rest] = key;
  if (step === undefined) return value;
  if (Array.isArray(value))
    return step === "[]" ? value.map((entry) => withoutKey(entry, rest)) : value;
  if (!isPlain(value)) return value;
  const isMeant = (name: string) => step === "*" || step === name;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isMeant(name) && rest.length === 0))
      .map(([name, inner]) => [name, isMeant(name) ? withoutKey(inner, rest) : inner]),
  );
}

/** Tests also read values that no file holds, such as a map; those stay what they are. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
