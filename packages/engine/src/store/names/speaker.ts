import type { Actor } from "@countersign/core";
import type { EngineKey } from "./engine-keys.ts";

/**
 * Who gave a command under a key: the engine, or one client. Each has keys of its own.
 *
 * A client's name begins with `client:` and holds what its credential says, so no request can name the
 * engine or another client.
 */
export type Speaker = "engine" | `client:${Actor["kind"]}:${string}`;

/** Stands for the speaker in answers of releases that did not store one. A retry finds them by key and body. */
export const UNKNOWN_SPEAKER = "unknown";

/** A client's own key, or one that the engine derived for itself. */
export type CommandKey = string | EngineKey;

export function speakerFor(key: CommandKey, { kind, id }: Pick<Actor, "kind" | "id">): Speaker {
  return typeof key === "string" ? `client:${kind}:${id}` : "engine";
}

export function keyText(key: CommandKey): string {
  return typeof key === "string" ? key : key.key;
}
