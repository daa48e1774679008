import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll } from "vitest";
import { listenHere } from "../../attack/listen-here.ts";

/** A webhook as it arrives: GitHub's own headers, and the raw bytes. */
export type Webhook = { headers: Readonly<Record<string, string>>; body: Uint8Array<ArrayBuffer> };
/** Sends a webhook to the engine and returns the status of the response: 502 if there is no engine. */
export type SendWebhook = (webhook: Webhook) => Promise<number>;
/** What happens to a webhook on its way. Returns the status that the hub gets. */
export type DeliverWebhook = (webhook: Webhook, send: SendWebhook) => Promise<number>;

/** An address that stays while the engine behind it is killed and started again elsewhere. */
export type WebhookForwarder = { url: string; engineUrl: string | null; send: SendWebhook };

/** Forwards webhooks to the engine. The hub lists those as failed that arrive while there is none. */
export async function forwardWebhooks(
  deliver: DeliverWebhook = (webhook, send) => send(webhook),
): Promise<WebhookForwarder> {
  const forwarder: WebhookForwarder = {
    ...{ url: "", engineUrl: null },
    send: ({ headers, body }) => post(forwarder.engineUrl, headers, body),
  };
  const server = createServer(async (request, response) => {
    const body = new Uint8Array(await buffer(request));
    const headers = Object.entries(request.headers)
      .filter(([name]) => name.startsWith("x-"))
      .map(([name, value]) => [name, String(value)]);
    const webhook = { headers: Object.fromEntries(headers), body };
    response.writeHead(await deliver(webhook, forwarder.send)).end();
  });
  forwarder.url = await listenHere(server);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return forwarder;
}

async function post(
  engineUrl: string | null,
  headers: Webhook["headers"],
  body: Webhook["body"],
): Promise<number> {
  if (engineUrl === null) return 502;
  try {
    const response = await fetch(`${engineUrl}/webhooks/github`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 502;
  }
}
