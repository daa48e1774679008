import type { Json } from "../../kernel/canonical-json.ts";
import { isJsonObject, type JsonObject } from "../plain-data.ts";

/** Merges a stronger layer over a weaker one: objects key by key, everything else replaces. */
export function mergeLayers(weaker: JsonObject, stronger: JsonObject): JsonObject {
  return mergeObjects(weaker, stronger, "");
}

function mergeObjects(weaker: JsonObject, stronger: JsonObject, path: string): JsonObject {
  const merged: Record<string, Json | undefined> = { ...weaker };
  for (const [key, value] of Object.entries(stronger)) {
    if (value !== undefined) merged[key] = mergeValues(weaker[key], value, `${path}.${key}`);
  }
  return merged;
}

function mergeValues(weaker: Json | undefined, stronger: Json, path: string): Json {
  if (!isJsonObject(weaker) || !isJsonObject(stronger) || isOneValue(path)) return stronger;
  return mergeObjects(weaker, stronger, path);
}

/** Conditions are replaced as a whole: a merge would create a condition that no policy file contains. */
function isOneValue(path: string): boolean {
  return path === ".panel.when";
}
