import type { Actor } from "@countersign/core";
import type { EngineKey } from "./engine-keys.ts";

/**
 * Who gave a command under a key: the engine, or one client. Each has its own key space.
 *
 * A client's name starts with `client:` and comes from its credential, so no request can name the engine or
 * another client.
 */
export type Speaker = "engine" | `client:${Actor["kind"]}:${string}`;

/** The speaker of answers from releases that did not store one. A retry finds them by key and body. */
export const UNKNOWN_SPEAKER = "unknown";

/** A client's own key, or a key that the engine derived. */
export type CommandKey = string | EngineKey;

export function speakerFor(key: CommandKey, { kind, id }: Pick<Actor, "kind" | "id">): Speaker {
  return typeof key === "string" ? `client:${kind}:${id}` : "engine";
}

export function keyText(key: CommandKey): string {
  return typeof key === "string" ? key : key.key;
}
