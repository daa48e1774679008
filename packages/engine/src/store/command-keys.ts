import { createHash } from "node:crypto";
import { type Actor, CountersignError } from "@countersign/core";
import { z } from "zod";
import { storableJson } from "./storable.ts";

const Key = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** One command as it was said: by whom, to which task, under which key. */
export type Said = { org: string; key: string; bodyHash: string };

/** Another actor, another task or another word under the same key is another body. */
export function saidBy(
  org: string,
  taskId: string,
  key: string,
  said: object,
  { actor }: { actor: Actor },
): Said {
  if (!Key.safeParse(key).success)
    throw new CountersignError(
      "invalid_input",
      "An idempotency key is 1 to 200 visible ASCII characters",
    );
  const body = storableJson({ task: taskId, by: actor.id, command: said });
  return { org, key, bodyHash: createHash("sha256").update(body).digest("hex") };
}

export function reusedKey(key: string): never {
  throw new CountersignError("reused_key", `The key ${key} was used with another body`);
}
