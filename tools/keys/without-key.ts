/** Removes one configuration key from a policy file; `[]` is every entry of a list, `*` any name. */
export function withoutKey(value: unknown, key: readonly string[]): unknown {
  const [step, ...rest] = key;
  if (step === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return step === "[]" ? value.map((entry) => withoutKey(entry, rest)) : value;
  const isMeant = (name: string) => step === "*" || step === name;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isMeant(name) && rest.length === 0))
      .map(([name, inner]) => [name, isMeant(name) ? withoutKey(inner, rest) : inner]),
  );
}
