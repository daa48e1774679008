import { z } from "zod";
import { ErrorAnswer } from "../schemas/error-answer.ts";
import { Nothing, type Role } from "../schemas/words.ts";

/** The roles that may call a route; `public` needs no token. */
export type Roles = readonly Role[] | "public";

type JsonContent<Schema extends z.ZodType> = { "application/json": { schema: Schema } };

/** One endpoint in OpenAPI terms; the server binds it and the client calls it. */
export type Route<
  Method extends "get" | "post" | "delete" = "get" | "post" | "delete",
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  operationId: string;
  method: Method;
  path: string;
  summary: string;
  "x-roles": Roles;
  security: Record<string, string[]>[];
  request: {
    params: Params;
    query: Query;
    headers?: z.ZodObject;
    /** Every POST has a JSON body, even if it is `{}`; other methods have none. */
    body?: { required: true; content: JsonContent<Body> };
  };
  responses: {
    200: { description: string; content: JsonContent<Reply> };
    default: { description: string; content: JsonContent<typeof ErrorAnswer> };
  };
};

/** A route with a body, which is every POST. */
export type PostRoute<
  Params extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = Route<"post", Params, typeof Nothing, Body, Reply> & {
  request: { body: { required: true; content: JsonContent<Body> } };
};

/** Printable, so it can be logged; long enough for any id. */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);

const PostHeaders = z.object({ "idempotency-key": IdempotencyKey.optional() });

type Common<Params, Reply> = {
  id: string;
  path: string;
  summary: string;
  roles: Roles;
  params: Params;
  reply: Reply;
};

export function getRoute<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Reply extends z.ZodType,
>(
  given: Common<Params, Reply> & { query: Query },
): Route<"get", Params, Query, typeof Nothing, Reply> {
  return {
    ...described(given),
    method: "get",
    request: { params: given.params, query: given.query },
  };
}

export function postRoute<
  Params extends z.ZodObject,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(given: Common<Params, Reply> & { body: Body }): PostRoute<Params, Body, Reply> {
  return {
    ...described(given),
    method: "post",
    request: {
      params: given.params,
      query: Nothing,
      headers: PostHeaders,
      body: { required: true, content: { "application/json": { schema: given.body } } },
    },
  };
}

export function deleteRoute<Params extends z.ZodObject, Reply extends z.ZodType>(
  given: Common<Params, Reply>,
): Route<"delete", Params, typeof Nothing, typeof Nothing, Reply> {
  return {
    ...described(given),
    method: "delete",
    request: { params: given.params, query: Nothing },
  };
}

function described<Reply extends z.ZodType>({
  id,
  path,
  summary,
  roles,
  reply,
}: Common<z.ZodObject, Reply>) {
  return {
    operationId: id,
    path: `/v1${path}`,
    summary,
    "x-roles": roles,
    security: roles === "public" ? [] : [{ bearer: [] }],
    responses: {
      200: { description: "Done", content: { "application/json": { schema: reply } } },
      default: {
        description: "Refused",
        content: { "application/json": { schema: ErrorAnswer } },
      },
    },
  };
}
