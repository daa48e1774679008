import { ActorId } from "@countersign/core";
import { z } from "zod";

/** A key with which a person signs decisions. */
export const KeyLine = z.object({
  actor: ActorId,
  /** The public key as OpenSSH writes it, without a comment. */
  key: z.string(),
  fingerprint: z.string(),
  /** The origins of the pages that may sign with it. Only a passkey has any. */
  origins: z.array(z.string()),
  /** The name by which a browser finds a passkey. Null for every other key. */
  credential: z.string().nullable(),
  addedMs: z.number(),
  /** Null while the key is in use. */
  retiredMs: z.number().nullable(),
});
export type KeyLine = z.infer<typeof KeyLine>;

export const KeyList = z.object({ items: z.array(KeyLine) });
