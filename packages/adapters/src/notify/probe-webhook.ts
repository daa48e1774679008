import { connect } from "node:net";
import { checkEgressAddress, checkTarget } from "../egress/check-target.ts";
import { guardLookup } from "../egress/guard-lookup.ts";
import type { Webhook, WebhookOptions } from "./send-webhook.ts";
import { webhookRules } from "./send-webhook.ts";
import { webhookKey } from "./sign-webhook.ts";

/** Milliseconds until a receiver must accept a connection. */
const TIMEOUT_MS = 3_000;

/**
 * Returns why a webhook cannot be sent now; null if its secret is valid and its receiver accepts a
 * connection.
 */
export async function probeWebhook(
  { url, secret }: Webhook,
  { hosts, resolve }: Pick<WebhookOptions, "hosts" | "resolve">,
): Promise<string | null> {
  if (secret === "") return "it has no secret";
  if (webhookKey(secret) === null) return "its secret is not 24 to 64 bytes in base64";
  const rules = webhookRules(url, hosts);
  const target = checkTarget(url, rules);
  if (!target.ok) return target.reason;
  const { protocol, port, hostname } = target.url;
  const host = hostname.replace(/^\[|\]$/g, "");
  return await new Promise((done) => {
    const socket = connect({
      host,
      port: port === "" ? (protocol === "http:" ? 80 : 443) : Number(port),
      lookup: guardLookup((name, address) => checkEgressAddress(name, address, rules), resolve),
      timeout: TIMEOUT_MS,
    });
    const end = (reason: string | null): void => {
      socket.destroy();
      done(reason);
    };
    socket.on("connect", () => end(null));
    socket.on("timeout", () => end("its receiver cannot be reached"));
    socket.on("error", (error) =>
      end(error.name === "EgressRefused" ? error.message : "its receiver cannot be reached"),
    );
  });
}
