import type { Hono } from "hono";
import type { Env } from "../http/implement-route.ts";
import { unknownAddress } from "../http/problem.ts";
import type { PageFile, PageFiles } from "./load-pages.ts";

/**
 * What our pages may do: run, show and request what this server sends, and nothing else. No text
 * becomes a script, because trusted types have one policy, for the address of the worker.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types countersign",
].join("; ");

const INDEX = "/index.html";
/** The page that adds passkeys and signs with them, at all addresses below `/sign/`. It is a document of its own. */
const SIGN_PAGE = "/sign.html";
const ASSETS = "/assets/";
/** The names of files in `assets` contain a digest of their content. */
const IMMUTABLE = "public, max-age=31536000, immutable";

/** First segments of addresses that are never a page. */
const NO_PAGE: ReadonlySet<string> = new Set([
  "v1",
  "mcp",
  "metrics",
  "healthz",
  "readyz",
  "webhooks",
  "assets",
]);

/**
 * Hidden names, empty segments, and encoded dots, separators, percent signs and control characters,
 * which no page address needs.
 */
const SUSPICIOUS = /\/[./]|\\|%(?:2e|2f|5c|25|[01][0-9a-f]|7f)/i;

/**
 * Serves the pages. Files are found by their exact address; every other address of a page returns
 * the same document, which contains nothing secret and needs no token.
 */
export function addPageRoutes(app: Hono<Env>, files: PageFiles): void {
  app.get("*", ({ req }) => {
    const { pathname } = new URL(req.url);
    const file = files.get(pathname);
    if (file !== undefined)
      return respond(file, pathname.startsWith(ASSETS) ? IMMUTABLE : "no-store");
    const index = files.get(pathname.startsWith("/sign/") ? SIGN_PAGE : INDEX);
    if (index === undefined || !isPageAddress(pathname) || !acceptsHtml(req.header("accept")))
      throw unknownAddress();
    return respond(index, "no-store");
  });
}

function isPageAddress(pathname: string): boolean {
  const [, first = ""] = pathname.split("/");
  return !NO_PAGE.has(first) && !SUSPICIOUS.test(pathname);
}

function acceptsHtml(accept: string | undefined): boolean {
  return /(?:^|,)\s*text\/html\s*(?:[;,]|$)/i.test(accept ?? "");
}

/** The policy is also on scripts, because a worker obeys the policy of its own response. */
function respond({ contentType, bytes }: PageFile, cacheControl: string): Response {
  return new Response(bytes, {
    headers: {
      "content-type": contentType,
      "content-length": String(bytes.byteLength),
      "cache-control": cacheControl,
      "content-security-policy": PAGE_POLICY,
      "cross-origin-opener-policy": "same-origin",
    },
  });
}
