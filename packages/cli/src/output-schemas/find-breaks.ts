export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Lists the changes that break readers of the old schema: a field that is removed or becomes optional, or a value
 * of another type. Added fields are compatible.
 */
export function findBreaks(before: JsonSchema, after: JsonSchema, at = ""): string[] {
  return [
    ...typeBreaks(before, after, at),
    ...fieldBreaks(before, after, at),
    ...partBreaks(before, after, at),
  ];
}

function typeBreaks(before: JsonSchema, after: JsonSchema, at: string): string[] {
  const [old, now] = [typesOf(before), typesOf(after)];
  const added = old.length === 0 ? [] : now.filter((type) => !old.includes(type));
  const words = listOf(before.enum);
  const newWords =
    words.length === 0 ? [] : listOf(after.enum).filter((one) => !words.includes(one));
  const isConst = "const" in before && before.const !== after.const;
  return [
    ...(added.length > 0 ? [`${at || "."}: may now be ${added.join(", ")}`] : []),
    ...(words.length > 0 && !("enum" in after) ? [`${at || "."}: is no longer one of a list`] : []),
    ...(newWords.length > 0 ? [`${at || "."}: may now be ${newWords.join(", ")}`] : []),
    ...(isConst ? [`${at || "."}: is no longer ${String(before.const)}`] : []),
  ];
}

function fieldBreaks(before: JsonSchema, after: JsonSchema, at: string): string[] {
  const [old, now] = [recordOf(before.properties), recordOf(after.properties)];
  const required = listOf(after.required);
  return Object.entries(old).flatMap(([name, schema]) => {
    const path = `${at}/${name}`;
    const found = now[name];
    if (found === undefined) return [`${path}: is gone`];
    const isLoose = listOf(before.required).includes(name) && !required.includes(name);
    return [
      ...(isLoose ? [`${path}: may now be missing`] : []),
      ...findBreaks(recordOf(schema), recordOf(found), path),
    ];
  });
}

/** Lists, and alternatives by their place: one may be left out or added at the end. */
function partBreaks(before: JsonSchema, after: JsonSchema, at: string): string[] {
  const items =
    "items" in before ? findBreaks(recordOf(before.items), recordOf(after.items), `${at}[]`) : [];
  const alternatives = (["anyOf", "oneOf"] as const).flatMap((key) => {
    const [old, now] = [partsOf(before[key]), partsOf(after[key])];
    return old.flatMap((part, index) => {
      const found = now[index];
      return found === undefined ? [] : findBreaks(part, found, `${at}|${index + 1}`);
    });
  });
  return [...items, ...alternatives];
}

function typesOf({ type, anyOf, oneOf }: JsonSchema): string[] {
  const own = typeof type === "string" ? [type] : listOf(type);
  return [...new Set([...own, ...[...partsOf(anyOf), ...partsOf(oneOf)].flatMap(typesOf)])];
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function partsOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function recordOf(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
