import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { CONNECTION_HEADERS } from "../gateway/connection-headers.ts";

/** Headers in which model servers take a credential. The child's own are not forwarded. */
const CREDENTIALS = ["authorization", "x-api-key", "x-goog-api-key", "api-key", "cookie"];

const NEVER_SENT: ReadonlySet<string> = new Set([
  ...CREDENTIALS,
  ...CONNECTION_HEADERS,
  "accept-encoding",
  "content-length",
  "expect",
]);

/** Includes retry delays: a program that waits only keeps the caller from deciding about it. */
const NEVER_RETURNED = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "location",
  "retry-after",
  "retry-after-ms",
  "set-cookie",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Returns the child's headers with our credential instead of its own. */
export function headersToSend(
  given: IncomingHttpHeaders,
  credential: Readonly<Record<string, string>>,
  bodyBytes: number,
): OutgoingHttpHeaders {
  const kept = Object.entries(given).filter(([name]) => !NEVER_SENT.has(name));
  return {
    ...Object.fromEntries(kept),
    ...credential,
    // Compression would hide our credential from the search in the response.
    "accept-encoding": "identity",
    "content-length": bodyBytes,
  };
}

export function headersToReturn(given: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept = Object.entries(given).filter(([name]) => !NEVER_RETURNED.has(name));
  return { ...Object.fromEntries(kept), "x-should-retry": "false" };
}

/** Returns true if the child sent the token of this gateway. */
export function showsToken(headers: IncomingHttpHeaders, token: string): boolean {
  return CREDENTIALS.some((name) => {
    const shown = Buffer.from(String(headers[name] ?? "").replace(/^Bearer /i, ""));
    const wanted = Buffer.from(token);
    return shown.length === wanted.length && timingSafeEqual(shown, wanted);
  });
}
