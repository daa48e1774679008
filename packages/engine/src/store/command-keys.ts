import { createHash } from "node:crypto";
import { type Actor, CountersignError } from "@countersign/core";
import { z } from "zod";
import { type CommandKey, keyText, type Speaker, speakerOf } from "./names/speaker.ts";
import { storableJson } from "./schema/storable.ts";

const Key = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** One command as it was said: by whom, to which task, under which key. */
export type CommandReceipt = { org: string; speaker: Speaker; key: string; bodyHash: string };

/** Another task or another word under the same speaker's key is another body. */
export function receiptFor(
  org: string,
  taskId: string,
  commandKey: CommandKey,
  said: object,
  { actor }: { actor: Actor },
): CommandReceipt {
  const key = keyText(commandKey);
  if (typeof commandKey === "string" && !Key.safeParse(key).success)
    throw new CountersignError(
      "invalid_input",
      "An idempotency key is 1 to 200 visible ASCII characters",
    );
  const speaker = speakerOf(commandKey, actor);
  return { org, speaker, key, bodyHash: bodyHash(taskId, actor, said) };
}

export function bodyHash(taskId: string, { id }: Pick<Actor, "id">, said: object): string {
  const body = storableJson({ task: taskId, by: id, command: said });
  return createHash("sha256").update(body).digest("hex");
}

export function reusedKey(key: string): never {
  throw new CountersignError("reused_key", `The key ${key} was used with another body`);
}
