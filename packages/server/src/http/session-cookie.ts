import type { NewSession } from "@countersign/engine";
import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import type { Env } from "./implement-route.ts";
import { ADMIN_COOKIE, SESSION_COOKIE } from "./request-token.ts";

/** Keeps a session in a cookie that scripts cannot read and that other sites do not send. Only at the public host. */
export function keepSession(
  context: Context<Env>,
  { role, token, expiresMs }: Pick<NewSession, "role" | "token" | "expiresMs">,
): void {
  const maxAge = Math.floor((expiresMs - Date.now()) / 1_000);
  setCookie(context, role === "admin" ? ADMIN_COOKIE : SESSION_COOKIE, token, {
    ...{ path: "/", httpOnly: true, secure: true, sameSite: "Strict", maxAge },
  });
}
