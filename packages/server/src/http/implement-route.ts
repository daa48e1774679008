import { randomUUID } from "node:crypto";
import { IdempotencyKey, issueText, type PostRoute, type Route } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { Engine, Principal } from "@countersign/engine";
import type { Context, Hono } from "hono";
import { z } from "zod";
import { authenticateRequest } from "./authenticate-request.ts";
import { readBody } from "./read-body.ts";
import { type CookieOrigin, guessSource } from "./request-token.ts";

export type Env = {
  /** Set by the listener, to end a request that would not end by itself. */
  Bindings: {
    closing?: AbortSignal;
    /** The address of the client. */
    source?: string | undefined;
    /** The port of this server that the request arrived at. */
    port?: number | undefined;
  };
  /** The request id in the log. */
  Variables: { request: string };
};

export type Server = {
  app: Hono<Env>;
  engine: Engine;
  /** The public https origin, at which a token may be in a cookie. Null if no person signs in there. */
  cookieOrigin: CookieOrigin;
};

/** A request that has passed every guard. */
type RouteRequest<Params extends z.ZodObject, Query extends z.ZodObject> = {
  by: Principal;
  params: z.output<Params>;
  query: z.output<Query>;
};

/** `key` makes the call idempotent. */
type PostRequest<Params extends z.ZodObject, Body extends z.ZodType> = {
  by: Principal;
  key: string;
  params: z.output<Params>;
  body: z.output<Body>;
};

/** Binds a route without a body to its handler, and parses the input. */
export function implementRoute<
  Method extends "get" | "delete",
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Reply extends z.ZodType,
>(
  server: Server,
  route: Route<Method, Params, Query, z.ZodType, Reply>,
  ask: (asked: RouteRequest<Params, Query>) => Promise<z.input<Reply>>,
): void {
  const { request, responses } = route;
  const reply = responses[200].content["application/json"].schema;
  server.app.on(route.method, honoPath(route.path), async (context) => {
    const by = await authenticateRequest(server, context.req.raw, route);
    const params = parseInput(request.params, context.req.param());
    const query = parseInput(request.query, readQuery(context, request.query));
    return Response.json(reply.parse(await ask({ by, params, query })));
  });
}

/** Binds a route with a body. */
export function implementPostRoute<
  Params extends z.ZodObject,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(
  server: Server,
  route: PostRoute<Params, Body, Reply>,
  ask: (said: PostRequest<Params, Body>) => Promise<z.input<Reply>>,
): void {
  const { request, responses } = route;
  const reply = responses[200].content["application/json"].schema;
  const schema = request.body.content["application/json"].schema;
  server.app.post(honoPath(route.path), async (context) => {
    const by = await authenticateRequest(server, context.req.raw, route);
    const params = parseInput(request.params, context.req.param());
    parseInput(request.query, readQuery(context, request.query));
    const key = keyOf(context);
    const body = parseInput(schema, await readBody(context.req.raw));
    return Response.json(reply.parse(await ask({ by, key, params, body })));
  });
}

/** Binds a public route. */
export function implementPublicRoute<Reply extends z.ZodType>(
  { app }: Pick<Server, "app">,
  route: Route<"get", z.ZodObject, z.ZodObject, z.ZodType, Reply>,
  answer: () => Promise<z.input<Reply>>,
): void {
  if (route["x-roles"] !== "public") throw new Error(`${route.operationId} is not public`);
  const reply = route.responses[200].content["application/json"].schema;
  app.on(route.method, honoPath(route.path), async () =>
    Response.json(reply.parse(await answer())),
  );
}

/** A request of an unknown client. `source` is the allowance of wrong guesses that it uses. */
type PublicRequest<Body extends z.ZodType> = { body: z.output<Body>; source: string };

/** Binds a public route with a body. */
export function implementPublicPostRoute<Body extends z.ZodType, Reply extends z.ZodType>(
  { app, cookieOrigin }: Pick<Server, "app" | "cookieOrigin">,
  route: PostRoute<z.ZodObject, Body, Reply>,
  answer: (said: PublicRequest<Body>) => Promise<z.input<Reply>>,
): void {
  if (route["x-roles"] !== "public") throw new Error(`${route.operationId} is not public`);
  const { request, responses } = route;
  const reply = responses[200].content["application/json"].schema;
  const schema = request.body.content["application/json"].schema;
  app.post(honoPath(route.path), async (context) => {
    parseInput(request.query, readQuery(context, request.query));
    const body = parseInput(schema, await readBody(context.req.raw));
    const source = guessSource(context.req.raw.headers, context.env?.source, cookieOrigin);
    return Response.json(reply.parse(await answer({ body, source })));
  });
}

export function honoPath(path: string): string {
  return path.replaceAll(/\{([a-z]+)\}/g, ":$1");
}

/** Parses a part of a request and refuses it with the first problem. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CountersignError("invalid_input", issueText(parsed.error.issues), {
    hint: "GET /v1/openapi.json describes every request.",
  });
}

/** Reads the query by name. Only a list may have a repeated name, because it is ambiguous elsewhere. */
export function readQuery(
  context: Context<Env>,
  schema: z.ZodObject,
): Record<string, string | string[]> {
  const single = new Map<string, string | string[]>();
  for (const [name, values] of Object.entries(context.req.queries())) {
    if (Object.hasOwn(schema.shape, name) && schema.shape[name] instanceof z.ZodArray) {
      single.set(name, values);
      continue;
    }
    const [first, ...more] = values;
    if (first === undefined || more.length > 0)
      throw new CountersignError("invalid_input", `The query contains ${name} more than once.`);
    single.set(name, first);
  }
  return Object.fromEntries(single);
}

function keyOf(context: Context<Env>): string {
  const given = context.req.header("idempotency-key");
  return given === undefined ? randomUUID() : parseInput(IdempotencyKey, given);
}
