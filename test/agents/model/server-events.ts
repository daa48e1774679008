import type { ServerResponse } from "node:http";

/** One event of a stream: its name, where the protocol names events, and its data. */
export type ServerEvent = { name?: string; data: object | string };

/** Sends a stream of events and ends it, or leaves it half sent where a test wants it cut. */
export function sendEvents(
  response: ServerResponse,
  events: readonly ServerEvent[],
  how: { cutAfter?: number } = {},
): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const { name, data } of events.slice(0, how.cutAfter ?? events.length)) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`);
  }
  if (how.cutAfter === undefined) {
    response.end();
    return;
  }
  response.write(": and then\n\n");
  setTimeout(() => response.destroy(), 100);
}

export function sendJson(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
