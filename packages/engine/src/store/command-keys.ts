import { createHash } from "node:crypto";
import { type Actor, CountersignError } from "@countersign/core";
import { z } from "zod";
import { type CommandKey, keyText, type Speaker, speakerFor } from "./names/speaker.ts";
import { storableJson } from "./schema/storable-json.ts";

const Key = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** The record that makes a command idempotent: who sent it, under which key, with which body. */
export type CommandReceipt = { org: string; speaker: Speaker; key: string; bodyHash: string };

type KeyedRequest = {
  org: string;
  task: string;
  key: CommandKey;
  actor: Actor;
  command: object;
  body?: object | undefined;
};

/** Creates the receipt of a request. The task is part of its body: one key cannot serve two tasks. */
export function receiptFor({ org, task, ...request }: KeyedRequest): CommandReceipt {
  const { actor, command, body = command } = request;
  const key = keyText(request.key);
  if (typeof request.key === "string" && !Key.safeParse(key).success)
    throw new CountersignError(
      "invalid_input",
      "An idempotency key must be 1 to 200 visible ASCII characters",
    );
  const speaker = speakerFor(request.key, actor);
  return { org, speaker, key, bodyHash: bodyHash(task, actor, body) };
}

export function bodyHash(taskId: string, { id }: Pick<Actor, "id">, body: object): string {
  const text = storableJson({ task: taskId, by: id, command: body });
  return createHash("sha256").update(text).digest("hex");
}

export function throwReusedKey(key: string): never {
  throw reusedKey(key);
}

export function reusedKey(key: string): CountersignError {
  return new CountersignError(
    "reused_key",
    `The key ${key} was already used for a different request`,
  );
}
