import { loadDescription, type Validate } from "./create-validator.ts";

const description = loadDescription("webhooks.json");
const checks = new Map<string, Validate>();

/** Returns what is wrong with the payload of an event, or null. */
export function checkWebhook(event: string, payload: { action?: string }): string | null {
  const words = payload.action === undefined ? [event] : [event, payload.action];
  const name = words.join("-").replaceAll("_", "-");
  const schema = description.parts[name];
  if (schema === undefined) return `the webhook ${name} is not described`;
  const check = checks.get(name) ?? description.validator(schema);
  checks.set(name, check);
  return check(payload);
}
