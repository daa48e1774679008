import type { Json } from "../../kernel/canonical-json.ts";
import { isJsonObject, type JsonObject, plainData } from "../plain-data.ts";

/** Keys of later releases: they are accepted, and have no effect yet. */
export const RESERVED_KEYS = ["trackers.beads.enabled", "trackers.github.enabled"] as const;

/** Channels of `notify` that later releases serve. */
const RESERVED_CHANNELS = ["slack", "discord", "email"];

/** Keys that earlier releases accepted and that never had an effect. A file that has one is still read. */
const FORMER_KEYS = [
  "retention.transcriptDays",
  "retention.diffDays",
  "retention.decisionDays",
] as const;

/** The file without the keys of earlier releases. */
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

/** What a file sets without an effect, one sentence each. */
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

/** Whether a list anywhere below names a channel. */
function mentions(value: Json | undefined, channel: string): boolean {
  if (Array.isArray(value)) return value.includes(channel);
  return isJsonObject(value) && Object.values(value).some((below) => mentions(below, channel));
}
