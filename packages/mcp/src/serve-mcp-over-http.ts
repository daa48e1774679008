import type { Client } from "@countersign/api";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer } from "./create-mcp-server.ts";
import { createShownPages } from "./shown-pages.ts";

type McpFetch = (request: Request, client: Client) => Promise<Response>;

const MAX_BYTES = 1_000_000;

/**
 * Serves whoever asks by HTTP, one request at a time and with the client of its own token. Host, origin
 * and token have been checked before. `?repo=<id>` names the repository that a reviewer answers for: each request
 * keeps its connection there alive.
 */
export function serveMcpOverHttp(version: string): McpFetch {
  const shown = createShownPages(); // every request has a server of its own
  return async (request, client) => {
    const { role } = await client.me();
    const repo = new URL(request.url).searchParams.get("repo");
    if (role === "reviewer" && repo !== null) await client.connectReviewer({ repo, body: {} });
    const handler = createMcpHandler(() => createMcpServer({ client, role, version, shown }), {
      maxRequestBodySize: MAX_BYTES,
    });
    return await handler.fetch(request);
  };
}
