import { createHmac, randomUUID } from "node:crypto";

/** The credentials of an app in tests. The slug and id are those of the official examples' app. */
export const SAMPLE_APP = {
  app: 29_310,
  slug: "octocoders-linter",
  webhookSecret: "s3cret-of-ours",
};

export type SignedWebhook = { headers: Map<string, string>; body: Uint8Array };

/** Signs a payload as GitHub does. */
export function signedWebhook(
  event: string,
  payload: unknown,
  delivery: string = randomUUID(),
): SignedWebhook {
  const body =
    typeof payload === "string" ? Buffer.from(payload) : Buffer.from(JSON.stringify(payload));
  const hmac = createHmac("sha256", SAMPLE_APP.webhookSecret).update(body).digest("hex");
  const headers = new Map([
    ["x-github-event", event],
    ["x-github-delivery", delivery],
    ["x-hub-signature-256", `sha256=${hmac}`],
  ]);
  return { headers, body };
}
