import { type Client, createClient } from "@countersign/api";
import { ROLES } from "@countersign/core";
import type { Hono } from "hono";
import { authenticateRequest } from "../http/authenticate-request.ts";
import type { Env, Server } from "../http/implement-route.ts";
import { bearerToken } from "../http/request-token.ts";

/** Handles one MCP request with a client that uses the agent's own token. */
export type McpFetch = (request: Request, client: Client) => Promise<Response>;

const EVERYBODY = ROLES;
const ROUTE = { operationId: "mcp", "x-roles": EVERYBODY };
const METHODS = ["GET", "POST", "DELETE"];

/** Serves the MCP tools. Their calls go through the routes of this app like any other request, with the agent's token and never with a cookie. */
export function addMcpRoute({ app, engine }: Server, serve: McpFetch): void {
  app.on(METHODS, "/mcp", async ({ req }) => {
    const { headers, url } = req.raw;
    await authenticateRequest({ engine, cookieOrigin: null }, req.raw, ROUTE);
    const { origin } = new URL(url);
    const client = createClient({
      baseUrl: origin,
      token: bearerToken(headers) ?? undefined,
      fetch: withinApp(app, headers.get("host") ?? ""),
    });
    return await serve(req.raw, client);
  });
}

function withinApp(app: Hono<Env>, host: string): typeof globalThis.fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("host", host);
    return await app.request(input, { ...init, headers });
  };
}
