/** A part of a description: any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const PROSE = new Set(["description", "summary", "title", "example", "examples", "externalDocs"]);

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the parts, without prose, and every component that they refer to. */
export function slimDescription(whole: JsonObject, parts: JsonObject): JsonObject {
  const slim = withoutProse(parts);
  const components: Record<string, JsonObject> = {};
  const collect = (value: Json): void => {
    for (const [, kind = "", name = ""] of references(value)) {
      const group = components[kind] ?? {};
      components[kind] = group;
      if (name in group) continue;
      group[name] = withoutProse(componentOf(whole, kind, name));
      collect(group[name]);
    }
  };
  collect(slim);
  return shareRepeated(slim, components);
}

function references(value: Json): RegExpMatchArray[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/([^/"]+)\/([^"]+)"/g)];
}

function componentOf(whole: JsonObject, kind: string, name: string): Json {
  const { components } = whole;
  const group = isJsonObject(components) ? components[kind] : undefined;
  const found = isJsonObject(group) ? group[name] : undefined;
  if (found === undefined) throw new Error(`The description has no ${kind}/${name}`);
  return found;
}

/** Removes texts for readers. A property that happens to have such a name is an object, and stays. */
function withoutProse(value: Json, isNames = false): Json {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key]) => isNames || !(PROSE.has(key) || key.startsWith("x-")),
  );
  return Object.fromEntries(
    kept.map(([key, item]) => [key, withoutProse(item, key === "properties" && !isNames)]),
  );
}

const MIN_SHARED_LENGTH = 160;

/** Moves objects that occur more than once into components of their own. */
function shareRepeated(parts: Json, components: Record<string, JsonObject>): JsonObject {
  const counts = new Map<string, number>();
  const count = (value: Json): void => {
    if (typeof value !== "object" || value === null) return;
    const text = JSON.stringify(value);
    if (isJsonObject(value)) counts.set(text, (counts.get(text) ?? 0) + 1);
    if ((counts.get(text) ?? 0) < 2) for (const item of Object.values(value)) count(item);
  };
  count([parts, components]);
  const shared: JsonObject = {};
  const names = new Map<string, string>();
  const share = (value: Json, isSchema: boolean): Json => {
    if (Array.isArray(value)) return value.map((item) => share(item, isSchema));
    if (!isJsonObject(value)) return value;
    const text = JSON.stringify(value);
    const inner = () =>
      Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, share(item, key !== "properties")]),
      );
    const isShared = isSchema && "type" in value && text.length > MIN_SHARED_LENGTH;
    if (!isShared || (counts.get(text) ?? 0) < 2) return inner();
    const name = names.get(text) ?? `s${names.size}`;
    if (!names.has(text)) {
      names.set(text, name);
      shared[name] = inner();
    }
    return { $ref: `#/components/shared/${name}` };
  };
  const slim = { parts: share(parts, false), components: share(components, false) };
  if (!isJsonObject(slim.components)) throw new Error("Components are an object");
  return { parts: slim.parts, components: { ...slim.components, shared } };
}

/** One line for each part and each component, so that a later version shows what changed. */
export function printDescription({ parts, components }: JsonObject): string {
  const lines = (value: Json | undefined) =>
    Object.entries(isJsonObject(value) ? value : {})
      .map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`)
      .join(",\n");
  const groups = Object.entries(isJsonObject(components) ? components : {});
  const printed = groups.map(([kind, group]) => `${JSON.stringify(kind)}:{\n${lines(group)}\n}`);
  return `{"parts":{\n${lines(parts)}\n},\n"components":{\n${printed.join(",\n")}\n}}\n`;
}
