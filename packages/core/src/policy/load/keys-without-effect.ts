import type { Json } from "../../kernel/canonical-json.ts";
import { isJsonObject, type JsonObject, plainData } from "../plain-data.ts";

/** Keys of later releases, which are accepted without effect. */
export const RESERVED_KEYS = ["trackers.beads.enabled", "trackers.github.enabled"] as const;

/** Channels of `notify` that later releases serve. */
const RESERVED_CHANNELS = ["slack", "discord", "email"];

/** Keys that earlier releases accepted without effect. Files with them are still read. */
const FORMER_KEYS = [
  "retention.transcriptDays",
  "retention.diffDays",
  "retention.decisionDays",
] as const;

/** Returns the file without the keys of earlier releases. */
export function withoutFormerKeys(file: JsonObject): JsonObject {
  return FORMER_KEYS.reduce((left, key) => without(left, key.split(".")), file);
}

function without(value: JsonObject, [first = "", ...rest]: readonly string[]): JsonObject {
  const below = value[first];
  if (below === undefined) return value;
  const { [first]: _, ...others } = value;
  if (rest.length === 0) return others;
  return isJsonObject(below) ? { ...value, [first]: without(below, rest) } : value;
}

/** Lists the settings without effect, one sentence each. */
export function keysWithoutEffect(raw: unknown): string[] {
  const read = plainData(raw);
  if (!read.ok) return [];
  const file = read.data;
  return [
    ...RESERVED_KEYS.filter((key) => has(file, key.split("."))).map(
      (key) => `${key} has no effect yet`,
    ),
    ...FORMER_KEYS.filter((key) => has(file, key.split("."))).map(
      (key) => `${key} has no effect; it can be removed`,
    ),
    ...RESERVED_CHANNELS.filter((channel) => mentions(file.notify, channel)).map(
      (channel) => `notify: the channel ${channel} has no effect yet`,
    ),
  ];
}

function has(value: Json | undefined, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return value !== undefined;
  return isJsonObject(value) && has(value[first], rest);
}

/** Returns true if a nested list names a channel. */
function mentions(value: Json | undefined, channel: string): boolean {
  if (Array.isArray(value)) return value.includes(channel);
  return isJsonObject(value) && Object.values(value).some((below) => mentions(below, channel));
}
