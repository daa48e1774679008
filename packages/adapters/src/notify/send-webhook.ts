import type { Notification, NotifyResult } from "@countersign/engine";
import type { EgressRules } from "../egress/check-target.ts";
import type { Resolve } from "../egress/guard-lookup.ts";
import { type SendResult, send } from "../egress/send.ts";
import { withDeadline } from "../egress/with-deadline.ts";
import { signWebhook, webhookKey } from "./sign-webhook.ts";

/** A webhook that the engine's owner set up. */
export type Webhook = { url: string; secret: string };

export type WebhookOptions = {
  /** Hosts that may have an address of a private network or of this machine. */
  hosts: readonly string[];
  /** The authority that vouches for receivers, as PEM, where the usual ones do not. */
  ca?: string | undefined;
  resolve?: Resolve | undefined;
  /** Milliseconds that a receiver has to answer. Default 15,000, per try. */
  timeoutMs?: number | undefined;
};

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;
const GONE = 410;

/** Posts a notification as a signed webhook. It follows no redirect and connects to checked addresses only. */
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
      send({
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

/** This machine itself may be asked, and without TLS, only where the owner listed exactly that host. */
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

/** What a receiver reads: the type of the first item, and everything that the message is about. */
function payloadOf({ person, title, lines, items }: Notification, atMs: number) {
  const [first] = items;
  return {
    type: `countersign.${first?.why ?? "your_turn"}`,
    timestamp: new Date(atMs).toISOString(),
    data: { person, title, lines, items },
  };
}
