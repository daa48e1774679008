import { CountersignError } from "@countersign/core";

/**
 * Session cookies. The prefix makes browsers refuse them without TLS, and from a subdomain. Administration has its
 * own, because a person's session never has that role.
 */
export const SESSION_COOKIE = "__Host-countersign";
export const ADMIN_COOKIE = "__Host-countersign-admin";

const TOKEN = /^cs_[\x21-\x7e]{1,300}$/;
const BEARER = /^Bearer (cs_[\x21-\x7e]{1,300})$/i;

/** Where cookies are accepted: at the public https origin. Null accepts none. */
export type CookieOrigin = string | null;

export function bearerToken(headers: Headers): string | null {
  return BEARER.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/**
 * Returns whether the request is for the public host, which only the TLS proxy passes on. A browser that asks for a
 * loopback name never gets or uses a cookie, because it would send the cookie to every port of that name.
 */
export function isForPublicHost(headers: Headers, origin: CookieOrigin): boolean {
  return origin !== null && headers.get("host")?.toLowerCase() === new URL(origin).host;
}

/**
 * Returns whose allowance of wrong tokens a request uses. Requests of the public host all come from the proxy, so
 * they have one of their own: guesses from outside do not refuse a program on this machine.
 */
export function guessSource(
  headers: Headers,
  address: string | undefined,
  origin: CookieOrigin,
): string {
  return isForPublicHost(headers, origin) ? `${address} (public)` : (address ?? "");
}

/** Returns the token of a cookie. Null without one, and for a request that is not for the public host. */
export function cookieToken(headers: Headers, name: string, origin: CookieOrigin): string | null {
  if (!isForPublicHost(headers, origin)) return null;
  const value = readCookie(headers, name);
  return value !== null && TOKEN.test(value) ? value : null;
}

/** Returns the value of a cookie. Null if there is none, or if there are several of the same name. */
export function readCookie(headers: Headers, name: string): string | null {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const values = pairs.filter((pair) => pair.startsWith(`${name}=`));
  const [value, ...others] = values.map((pair) => pair.slice(name.length + 1));
  return value === undefined || others.length > 0 ? null : value;
}

/**
 * Requires that a request with a cookie comes from our own page. Browsers add the cookie by themselves, so it does
 * not prove that our page sent the request; the exact origin does.
 */
export function requireOwnOrigin({ method, headers }: Request, origin: CookieOrigin): void {
  if (method === "GET" || headers.get("origin") === origin) return;
  throw new CountersignError("forbidden", "With a cookie, only the engine's own pages may do this");
}
