import { contract, type PostRoute } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { requirePermission } from "@countersign/engine";
import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import type { z } from "zod";
import type { KnownTokens } from "../guards/limit-requests.ts";
import { authenticateRequest } from "../http/authenticate-request.ts";
import {
  type Env,
  honoPath,
  implementPublicRoute,
  parseInput,
  readQuery,
  type Server,
} from "../http/implement-route.ts";
import { unknownAddress } from "../http/problem.ts";
import { readBody } from "../http/read-body.ts";
import { isForPublicHost, readCookie } from "../http/request-token.ts";
import { keepSession } from "../http/session-cookie.ts";
import { BEGUN_S } from "../sign-in/begun-sign-ins.ts";
import { refusalPage } from "../sign-in/refusal-page.ts";
import { returnPath, type SignInService } from "../sign-in/sign-in-service.ts";

/** Ties a begun sign-in to the browser. Lax, because the browser comes back from another site. */
const STATE_COOKIE = "__Host-countersign-sign-in";
const METHODS = ["oidc", "github"] as const;
/** The page with what a fresh sign-in permits. */
const ADMIN_PAGE = "/settings";

/** `known`: new sessions are added, so that wrong tokens from the same proxy do not block them. */
type SignInDeps = { service: SignInService | null; known: KnownTokens };

/**
 * Serves the sign-in of people at identity providers. Everything that sets a cookie exists only at the public host: a
 * browser would send a cookie of a loopback name to every port of that name.
 */
export function addSignInRoutes(server: Server, { service, known }: SignInDeps): void {
  const { app, cookieOrigin } = server;
  const { beginSignIn, beginAdministration, listSignInMethods } = contract;
  const requireService = ({ req }: Context<Env>): SignInService => {
    if (service === null || !isForPublicHost(req.raw.headers, cookieOrigin)) throw unknownAddress();
    return service;
  };
  implementPublicRoute(server, listSignInMethods, async () => ({
    items: [...(service?.methods ?? [])],
  }));
  app.post(honoPath(beginSignIn.path), async (context) => {
    const { method, invitation = null } = await readInput(context, beginSignIn);
    const { url, state } = await requireService(context).begin(method, invitation);
    rememberState(context, state);
    return context.json({ url: url.href });
  });
  app.post(honoPath(beginAdministration.path), async (context) => {
    const by = await authenticateRequest(server, context.req.raw, beginAdministration);
    requirePermission(by, "begin_session");
    await readInput(context, beginAdministration);
    const { url, state } = await requireService(context).beginAdministration(by);
    rememberState(context, state);
    return context.json({ url: url.href });
  });
  for (const method of METHODS) {
    app.get(`/sign-in/${method}`, async (context) => {
      const { url, state } = await requireService(context).begin(method, null);
      rememberState(context, state);
      return context.redirect(url.href, 303);
    });
    app.get(returnPath(method), (context) =>
      asPage(context, async () => {
        const { headers, url } = context.req.raw;
        const state = readCookie(headers, STATE_COOKIE);
        const { search } = new URL(url);
        const session = await requireService(context).finish(method, state, search);
        deleteCookie(context, STATE_COOKIE, { path: "/", secure: true });
        keepSession(context, session);
        known.note(session.token, true);
        return context.redirect(session.role === "admin" ? ADMIN_PAGE : "/", 303);
      }),
    );
  }
}

async function readInput<Body extends z.ZodType>(
  context: Context<Env>,
  { request }: PostRoute<z.ZodObject, Body>,
): Promise<z.output<Body>> {
  parseInput(request.query, readQuery(context, request.query));
  const { schema } = request.body.content["application/json"];
  return parseInput(schema, await readBody(context.req.raw));
}

function rememberState(context: Context<Env>, state: string): void {
  setCookie(context, STATE_COOKIE, state, {
    ...{ path: "/", httpOnly: true, secure: true, sameSite: "Lax", maxAge: BEGUN_S },
  });
}

/** Shows refusals as a page to a browser, and as JSON to a program. */
async function asPage(context: Context<Env>, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const isBrowser = context.req.header("accept")?.includes("text/html") === true;
    if (isBrowser && error instanceof CountersignError) return refusalPage(error);
    throw error;
  }
}
