import { createHash } from "node:crypto";
import { type Actor, CountersignError } from "@countersign/core";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Answer } from "./answer.ts";
import { commands } from "./schema.ts";
import { storableJson } from "./storable.ts";
import type { Session } from "./transact.ts";

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

/** The answer that this command got before, or null. The same key with another body is refused. */
export async function answerBefore(
  { db }: Session,
  { org, key, bodyHash }: Said,
): Promise<Answer | null> {
  const [row] = await db
    .select({ bodyHash: commands.bodyHash, response: commands.response })
    .from(commands)
    .where(and(eq(commands.orgId, org), eq(commands.key, key)));
  if (row === undefined) return null;
  return row.bodyHash === bodyHash ? row.response : reusedKey(key);
}

/** Keeps the answer; whoever used the key for another task meanwhile was first. */
export async function keepAnswer(
  { db }: Session,
  { org, key, bodyHash }: Said,
  response: Answer,
): Promise<void> {
  const kept = await db
    .insert(commands)
    .values({ orgId: org, key, bodyHash, response })
    .onConflictDoNothing()
    .returning({ key: commands.key });
  if (kept.length === 0) reusedKey(key);
}

function reusedKey(key: string): never {
  throw new CountersignError("reused_key", `The key ${key} was used with another body`);
}
