import { CountersignError } from "@countersign/core";
import { z } from "zod";
import type { Route } from "../routes/route.ts";
import { ACT_HEADER } from "../schemas/act-header.ts";
import { issueText } from "../schemas/issue-text.ts";
import { noAnswer, notUnderstood, readJsonBody, readRefusal } from "./refusal.ts";
import { type ActSigner, type SignedRequest, sendSigned } from "./sign-request.ts";

export type Connection = {
  baseUrl: string;
  token?: string | undefined;
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  /** Signs decisions that the engine refuses without a signature. Default: they stay refused. */
  signer?: ActSigner | undefined;
  /** Runs one signing after the other: a person has one open statement, and a newer one replaces it. */
  signInTurn<Reply>(work: () => Promise<Reply>): Promise<Reply>;
};

/** The fields of a schema; never if it has none. */
type FieldsOf<Schema extends z.ZodObject> = keyof Schema["shape"] extends never
  ? unknown
  : z.output<Schema>;

type BodyOf<Body extends z.ZodType> =
  Record<never, never> extends z.input<Body> ? { body?: z.input<Body> } : { body: z.input<Body> };

/** A repeated call with the same key has no second effect. Default: a new key. */
type PostParts<Body extends z.ZodType> = BodyOf<Body> & { key?: string };

type Input<
  Method,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
> = FieldsOf<Params> & FieldsOf<Query> & (Method extends "post" ? PostParts<Body> : unknown);

/** Makes the argument optional if all its parts are. */
type Arguments<Given> = Record<never, never> extends Given ? [given?: Given] : [given: Given];

const Given = z.looseObject({ body: z.unknown().optional(), key: z.string().optional() });
type Given = z.infer<typeof Given>;

/** Calls a route: the fields of path and query by name, the body separately. */
export type RouteCall<
  Method,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Reply extends z.ZodType,
> = (...input: Arguments<Input<Method, Params, Query, Body>>) => Promise<z.output<Reply>>;

/** Creates the client method of a route: path and query fields by name, the body separately. */
export function bindRoute<
  Method extends "get" | "post" | "delete",
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(connection: Connection, route: Route<Method, Params, Query, Body, Reply>) {
  const schema = route.responses[200].content["application/json"].schema;
  return async (
    ...[input]: Arguments<Input<Method, Params, Query, Body>>
  ): Promise<z.output<Reply>> => {
    const given = Given.parse(input ?? {});
    const ask = async (act?: string) => {
      const response = await send(connection, route, given, act);
      if (!response.ok) throw await readRefusal(response);
      const reply = schema.safeParse(await readJsonBody(response));
      if (!reply.success) throw notUnderstood(route.path, reply.error);
      return reply.data;
    };
    const { signer } = connection;
    return await ask().catch((error: unknown) => {
      if (signer === undefined || !needsSignature(error)) throw error;
      return connection.signInTurn(() =>
        sendSigned(signer, error, signedRequest(route.operationId, given), ask),
      );
    });
  };
}

/** Recognises a decision that the engine refuses because no person signed it. */
function needsSignature(error: unknown): error is CountersignError {
  return error instanceof CountersignError && error.details.level !== undefined;
}

const SignedFields = z.object({
  task: z.string().nullable().catch(null),
  body: z
    .object({ round: z.number().nullable().catch(null), tree: z.string().nullable().catch(null) })
    .catch({ round: null, tree: null }),
});

function signedRequest(operation: string, given: Given): SignedRequest {
  const { task, body } = SignedFields.parse(given);
  return { operation, task, ...body };
}

async function send(
  connection: Connection,
  route: Route,
  given: Given,
  act: string | undefined,
): Promise<Response> {
  const { baseUrl, fetch, timeoutMs } = connection;
  const url = addressOf(baseUrl, route, given);
  const headers = headersOf(connection, route, given);
  if (act !== undefined) headers.set(ACT_HEADER, act);
  const attempt = () =>
    fetch(url, {
      method: route.method.toUpperCase(),
      headers,
      body: route.method === "post" ? JSON.stringify(given.body ?? {}) : null,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
  try {
    return await attempt().catch((error: unknown) => {
      if (route.method === "delete" || !isConnectionClosed(error)) throw error;
      return attempt(); // A read, or a command with the same key, is safe to repeat.
    });
  } catch (error) {
    throw noAnswer(baseUrl, error);
  }
}

/** Detects that the server closed a kept-alive connection at the moment it was reused. */
function isConnectionClosed(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ECONNRESET" || code === "UND_ERR_SOCKET";
}

function addressOf(baseUrl: string, { path, request }: Route, given: Given): URL {
  const params = texts(request.params, given);
  const filled = path.replaceAll(/\{([a-z]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name) ?? "")),
  );
  const url = new URL(filled, baseUrl);
  for (const [name, value] of texts(request.query, given))
    for (const text of [value].flat()) url.searchParams.append(name, text);
  return url;
}

/** Encodes the values of a schema's fields for a URL. A list has one text for each item. */
function texts(schema: z.ZodObject, given: Given): Map<string, string | string[]> {
  const names = Object.keys(schema.shape).filter((name) => given[name] !== undefined);
  const fields = Object.fromEntries(names.map((name) => [name, given[name]]));
  const encoded = z.safeEncode(schema.partial(), fields);
  if (!encoded.success) throw invalidField(encoded.error);
  const values: Record<string, unknown> = encoded.data;
  return new Map(names.map((name) => [name, textOf(values[name])]));
}

function textOf(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}

function invalidField({ issues }: z.ZodError): CountersignError {
  return new CountersignError("invalid_input", issueText(issues));
}

function headersOf({ token }: Connection, { method }: Route, { key }: Given): Headers {
  const headers = new Headers({ accept: "application/json" });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (method === "post") {
    headers.set("content-type", "application/json");
    headers.set("idempotency-key", key ?? crypto.randomUUID());
  }
  return headers;
}
