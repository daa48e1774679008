import { createHash } from "node:crypto";
import type { Actor } from "@countersign/core";
import { type CommandKey, keyText, speakerFor } from "./speaker.ts";

type Named = Pick<Actor, "kind" | "id">;

/** Excludes letters and digits that look alike. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const TASK_ID_LENGTH = 6;
const SPRINT_ID_LENGTH = 8;

/**
 * Derives a verdict's id from its key, so that a retry adds no second verdict.
 *
 * A client's id has one more part than the engine's, so the two never collide.
 */
export function verdictIdFor(org: string, task: string, key: CommandKey, actor: Named): string {
  const text = keyText(key);
  const parts =
    typeof key === "string" ? [org, task, speakerFor(key, actor), text] : [org, task, text];
  return verdictId(parts);
}

/** Derives the id of a machine's verdict from the job that asked for it, which survives an upgrade. */
export function machineVerdictId(org: string, task: string, job: string): string {
  return verdictId([org, task, job]);
}

function verdictId(parts: readonly string[]): string {
  return `vrd_${hashParts(parts).toString("hex").slice(0, 32)}`;
}

/** Derives a task's id from client and key, so that a retry finds the task that it created. */
export function taskIdFor(org: string, key: string, actor: Named, tries: number): string {
  return taskId([org, speakerFor(key, actor), key, tries]);
}

/** Derives the id that a release without speakers used, for a retry of a request that it answered. */
export function formerTaskIdFor(org: string, key: string, tries: number): string {
  return taskId([org, key, tries]);
}

function taskId(parts: readonly (string | number)[]): string {
  const bytes = [...hashParts(parts).subarray(0, TASK_ID_LENGTH)];
  return `cs-${bytes.map((byte) => ALPHABET[byte % ALPHABET.length]).join("")}`;
}

/**
 * Derives the id of the message that a recipient gets at a given time. Receivers recognise a repeated message
 * by it.
 */
export function messageIdFor(
  org: string,
  { person, channel }: { person: string; channel: string },
  dueMs: number,
): string {
  const hash = hashParts([org, "message", person, channel, dueMs]).toString("hex");
  return `msg_${hash.slice(0, 32)}`;
}

export function sprintIdFor(org: string, key: string, actor: Named): string {
  const hash = hashParts([org, "sprint", speakerFor(key, actor), key]).toString("hex");
  return `sprint-${hash.slice(0, SPRINT_ID_LENGTH)}`;
}

/** A list of texts has exactly one JSON form, so no two lists hash alike. */
function hashParts(parts: readonly (string | number)[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}
