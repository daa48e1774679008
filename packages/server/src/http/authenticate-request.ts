import { ACT_HEADER, parseActHeader, type Route } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { Engine, PresentedAct, Principal } from "@countersign/engine";
import {
  ADMIN_COOKIE,
  bearerToken,
  type CookieOrigin,
  cookieToken,
  requireOwnOrigin,
  SESSION_COOKIE,
} from "./request-token.ts";

type CalledRoute = Pick<Route, "operationId" | "x-roles">;

/** `cookieOrigin`: where the token may be in a cookie. */
type Authenticator = { engine: Engine; cookieOrigin: CookieOrigin };

/**
 * Authenticates the request and checks that the route allows the role. The engine checks
 * permissions on the task again.
 */
export async function authenticateRequest(
  { engine, cookieOrigin }: Authenticator,
  request: Request,
  route: CalledRoute,
): Promise<Principal> {
  const roles = route["x-roles"] === "public" ? [] : route["x-roles"];
  const token = bearerToken(request.headers) ?? tokenInCookie(request, cookieOrigin, roles);
  const by = token === null ? null : await engine.authenticate(token);
  if (by === null)
    throw new CountersignError("unauthenticated", refusalOf(token), {
      details: { role: roles[0] ?? "viewer" },
      hint: "Send a token: Authorization: Bearer cs_…",
    });
  if (!roles.includes(by.role))
    throw new CountersignError(
      "forbidden",
      `A token with the role ${by.role} may not call ${route.operationId}.`,
      { hint: `Use a token with one of these roles: ${roles.join(", ")}.` },
    );
  const act = actOf(request.headers);
  const page = request.headers.get("origin");
  return { ...by, ...(act !== undefined && { act }), ...(page !== null && { page }) };
}

/** Returns what the client presents to show that a person is present. */
function actOf(headers: Headers): PresentedAct | undefined {
  const text = headers.get(ACT_HEADER);
  if (text === null) return undefined;
  const act = parseActHeader(text);
  if (act !== null) return act;
  throw new CountersignError("invalid_input", `The header ${ACT_HEADER} is not valid.`);
}

/** An Authorization header, even one that is wrong, takes the place of any cookie. */
function tokenInCookie(
  request: Request,
  origin: CookieOrigin,
  roles: readonly string[],
): string | null {
  const { headers } = request;
  if (headers.has("authorization")) return null;
  const read = (name: string) => cookieToken(headers, name, origin);
  const isForAdmins = roles.includes("admin") && !roles.includes("human");
  const token = (isForAdmins ? read(ADMIN_COOKIE) : null) ?? read(SESSION_COOKIE);
  if (token !== null) requireOwnOrigin(request, origin);
  return token;
}

function refusalOf(token: string | null): string {
  return token === null ? "The request has no token." : "The token is unknown, expired or revoked.";
}
