import { createHmac } from "node:crypto";

/** The prefix of a Standard Webhooks secret; base64 follows. */
const PREFIX = "whsec_";
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** Decodes a secret; null if it is invalid or too short. */
export function webhookKey(secret: string): Buffer | null {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const key = Buffer.from(text, "base64");
  return key.length >= MIN_BYTES && key.length <= MAX_BYTES ? key : null;
}

/** Returns the headers of Standard Webhooks 1.0.0 for one body: id, time in seconds, signature. */
export function signWebhook(
  key: Buffer,
  { id, atMs, body }: { id: string; atMs: number; body: string },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
