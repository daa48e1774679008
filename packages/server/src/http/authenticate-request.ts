import type { Route } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { Engine, Principal } from "@countersign/engine";

const BEARER = /^Bearer (cs_[\x21-\x7e]{1,300})$/i;

/**
 * Authenticates the request and checks that the route allows the role. The engine checks
 * permissions on the task again.
 */
export async function authenticateRequest(
  engine: Engine,
  headers: Headers,
  route: Pick<Route, "operationId" | "x-roles">,
): Promise<Principal> {
  const roles = route["x-roles"] === "public" ? [] : route["x-roles"];
  const token = bearerToken(headers);
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
  return by;
}

export function bearerToken(headers: Headers): string | null {
  return BEARER.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

function refusalOf(token: string | null): string {
  return token === null ? "The request has no token." : "The token is unknown, expired or revoked.";
}
