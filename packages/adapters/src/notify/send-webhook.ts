import type { Notification, NotifyResult } from "@countersign/engine";
import type { EgressRules } from "../egress/check-target.ts";
import type { Resolve } from "../egress/guard-lookup.ts";
import { type SendResult, sendGuarded } from "../egress/send.ts";
import { withDeadline } from "../egress/with-deadline.ts";
import { signWebhook, webhookKey } from "./sign-webhook.ts";

/** A webhook of the engine's owner. */
export type Webhook = { url: string; secret: string };

export type WebhookOptions = {
  /** Hosts that may have an address of a private network or of this machine. */
  hosts: readonly string[];
  /** A certificate authority to trust instead of the usual ones, as PEM. */
  ca?: string | undefined;
  resolve?: Resolve | undefined;
  /** Milliseconds until a receiver must respond. Default 15,000, per attempt. */
  timeoutMs?: number | undefined;
};

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;
const GONE = 410;

/**
 * Posts a notification as a signed webhook. Follows no redirect and connects to checked addresses
 * only.
 */
export async function sendWebhook(
  { url, secret }: Webhook,
  notification: Notification,
  atMs: number,
  options: WebhookOptions,
): Promise<NotifyResult> {
  const key = webhookKey(secret);
  if (key === null) return failed(false, "its secret is not 24 to 64 bytes in base64");
  const body = JSON.stringify(payloadOf(notification, atMs));
  const { value, late } = await withDeadline(
    { timeoutMs: options.timeoutMs ?? TIMEOUT_MS, signal: new AbortController().signal },
    (signal) =>
      sendGuarded({
        address: url,
        headers: signWebhook(key, { id: notification.id, atMs, body }),
        body,
        rules: webhookRules(url, options.hosts),
        maxBytes: MAX_ANSWER_BYTES,
        signal,
        ca: options.ca,
        resolve: options.resolve,
      }),
  );
  return late ? failed(true, "the receiver did not answer in time") : judge(value);
}

/** Allows this machine, and requests without TLS, only if the owner listed exactly that host. */
export function webhookRules(url: string, hosts: readonly string[]): EgressRules {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  return { loopback: hosts.includes(host), privateHosts: hosts };
}

function judge(received: SendResult): NotifyResult {
  if (!received.ok) return failed(received.why !== "refused", received.reason);
  const { status } = received;
  if (status >= 200 && status < 300) return { ok: true };
  return failed(status !== GONE, `the receiver answered with status ${status}`);
}

function failed(retry: boolean, reason: string): NotifyResult {
  return { ok: false, retry, reason };
}

/** Creates the payload: the type of the first item, and all items of the message. */
function payloadOf({ person, title, lines, items }: Notification, atMs: number) {
  const [first] = items;
  return {
    type: `countersign.${first?.why ?? "your_turn"}`,
    timestamp: new Date(atMs).toISOString(),
    data: { person, title, lines, items },
  };
}
