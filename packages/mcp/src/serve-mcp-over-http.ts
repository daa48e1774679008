import type { Client } from "@countersign/api";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer } from "./create-mcp-server.ts";
import { createShownPages } from "./tool/shown-pages.ts";

type McpFetch = (request: Request, client: Client) => Promise<Response>;

const MAX_BYTES = 1_000_000;

/**
 * Serves MCP over HTTP, one request at a time, with the client of the request's token. The caller
 * has already checked host, origin and token. `?repo=<id>` names the repository of a reviewer: each
 * request keeps its connection there alive.
 */
export function serveMcpOverHttp(version: string): McpFetch {
  const shown = createShownPages(); // Each request gets its own server.
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
