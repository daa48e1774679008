import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

type Call = (argument: never) => Promise<unknown>;

/** Answers `POST /<call>` with the call's result as JSON, or 400 with the reason for which it failed. */
export async function serveAdmin(
  calls: Readonly<Record<string, Call>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = calls[(request.url ?? "/").slice(1)];
  const argument = await text(request);
  try {
    if (call === undefined) throw new Error(`The hub has no call ${request.url}`);
    const result = await call(JSON.parse(argument) as never);
    response.end(JSON.stringify(result ?? null));
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
}
