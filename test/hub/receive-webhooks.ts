import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";
import { listenHere } from "../attack/listen-here.ts";

export type ReceivedWebhook = {
  event: string;
  action: string | null;
  delivery: string;
  headers: Readonly<Record<string, string>>;
  body: string;
};

/** Collects webhooks and answers each with `status`. It ends with the test file. */
export async function receiveWebhooks() {
  const received: ReceivedWebhook[] = [];
  const receiver = { url: "", status: 202, received };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    response.writeHead(receiver.status).end();
    if (receiver.status >= 300) return;
    received.push({
      event: headers["x-github-event"] ?? "",
      action: (JSON.parse(body) as { action?: string }).action ?? null,
      delivery: headers["x-github-delivery"] ?? "",
      headers,
      body,
    });
  });
  receiver.url = await listenHere(server);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
