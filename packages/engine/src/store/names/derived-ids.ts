import { createHash } from "node:crypto";
import type { Actor } from "@countersign/core";
import { type CommandKey, keyText, speakerFor } from "./speaker.ts";

type Named = Pick<Actor, "kind" | "id">;

/** Without letters and digits that are read for one another. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const TASK_ID_LENGTH = 6;
const SPRINT_ID_LENGTH = 8;

/**
 * The same key names the same verdict, so that a retry adds none.
 *
 * A client's verdict is derived from one part more than the engine's, so the two never have one id.
 */
export function verdictIdFor(org: string, task: string, key: CommandKey, actor: Named): string {
  const text = keyText(key);
  const parts =
    typeof key === "string" ? [org, task, speakerFor(key, actor), text] : [org, task, text];
  return verdictId(parts);
}

/** The id of a machine's verdict; the job that asked for it keeps it over an upgrade. */
export function machineVerdictId(org: string, task: string, job: string): string {
  return verdictId([org, task, job]);
}

function verdictId(parts: readonly string[]): string {
  return `vrd_${hashOf(parts).toString("hex").slice(0, 32)}`;
}

/** The same client and key give the same ids in the same order, so that a retry finds the task that it made. */
export function taskIdFor(org: string, key: string, actor: Named, tries: number): string {
  return taskId([org, speakerFor(key, actor), key, tries]);
}

/** The id that a release without speakers derived, for a retry of a request that it answered. */
export function formerTaskIdFor(org: string, key: string, tries: number): string {
  return taskId([org, key, tries]);
}

function taskId(parts: readonly (string | number)[]): string {
  const bytes = [...hashOf(parts).subarray(0, TASK_ID_LENGTH)];
  return `cs-${bytes.map((byte) => ALPHABET[byte % ALPHABET.length]).join("")}`;
}

/** The id of the message that a recipient gets at a moment; receivers know a repeated message by it. */
export function messageIdFor(
  org: string,
  { person, channel }: { person: string; channel: string },
  dueMs: number,
): string {
  const hash = hashOf([org, "message", person, channel, dueMs]).toString("hex");
  return `msg_${hash.slice(0, 32)}`;
}

export function sprintIdFor(org: string, key: string, actor: Named): string {
  const hash = hashOf([org, "sprint", speakerFor(key, actor), key]).toString("hex");
  return `sprint-${hash.slice(0, SPRINT_ID_LENGTH)}`;
}

/** A list of texts has one JSON form, so no two lists are hashed alike. */
function hashOf(parts: readonly (string | number)[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}
