import { CountersignError } from "@countersign/core";
import type { Server } from "../http/implement-route.ts";
import { unknownAddress } from "../http/problem.ts";
import { readBytes, requireJsonType } from "../http/read-body.ts";

/** The address that a GitHub app sends its webhooks to. */
const GITHUB_WEBHOOKS = "/webhooks/github";

/** GitHub sends at most 25 MB. What a larger webhook would tell is found by the next poll. */
const MAX_WEBHOOK_BYTES = 5_000_000;

/**
 * Accepts webhooks of GitHub. The engine verifies the signature over the raw bytes and enqueues a read, so the response
 * does not wait for GitHub.
 */
export function addWebhookRoutes({ app, engine }: Server): void {
  app.post(GITHUB_WEBHOOKS, async ({ req }) => {
    requireJsonType(req.raw.headers);
    const body = await readBytes(req.raw, MAX_WEBHOOK_BYTES);
    const outcome = await engine.acceptWebhook(new Map(req.raw.headers), body);
    if (outcome === "not_connected") throw unknownAddress();
    if (outcome === "refused")
      throw new CountersignError("unauthenticated", "The signature of the webhook is wrong.", {
        hint: "Compare the app's webhook secret with the stored one: countersign github status",
      });
    return new Response(null, { status: 202 });
  });
}
