import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CountersignError } from "@countersign/core";
import { type AppManifest, manifestPage, newAppUrl } from "./app-manifest.ts";

export type ManifestFlow = {
  webUrl: string;
  /** The organisation on GitHub that will own the app. Null: the person's own account. */
  organization: string | null;
  manifestFor(redirectUrl: string): AppManifest;
  /** Called with the address of the page once it can be opened. */
  onReady(url: string): void;
  /** Milliseconds until the attempt ends. */
  timeoutMs: number;
};

const RETURN_PATH = "/created";
const DONE = "The app was created. Return to the terminal.";

/**
 * Serves a page on loopback that posts the manifest to GitHub, and returns the code with which GitHub sends the
 * browser back. Only a request with the random state of this attempt ends it.
 */
export async function receiveManifestCode(flow: ManifestFlow): Promise<string> {
  const state = randomBytes(32).toString("base64url");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const action = newAppUrl(flow.webUrl, flow.organization, state);
  const page = manifestPage(action, flow.manifestFor(`${origin}${RETURN_PATH}`));
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      timer = setTimeout(() => reject(tooLate()), flow.timeoutMs);
      server.on("request", (request, response) => {
        const url = requestedUrl(request, origin);
        if (url?.pathname === "/") return answer(response, 200, page, flow.webUrl);
        const code = url?.pathname === RETURN_PATH ? returnedCode(url, state) : null;
        if (code === null) return answer(response, 404, "Not found", flow.webUrl);
        response.once("finish", () => resolve(code));
        answer(response, 200, DONE, flow.webUrl);
      });
      flow.onReady(`${origin}/`);
    });
  } finally {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  }
}

/** Returns the address of a GET request that names this server. Another name could belong to a hostile page. */
function requestedUrl({ method, headers, url }: IncomingMessage, origin: string): URL | null {
  if (method !== "GET" || `http://${headers.host}` !== origin) return null;
  return URL.parse(url ?? "", origin);
}

/** Returns the code of a request that belongs to this attempt. Null for any other. */
function returnedCode({ searchParams }: URL, state: string): string | null {
  const returned = Buffer.from(searchParams.get("state") ?? "");
  const expected = Buffer.from(state);
  const isOurs = returned.length === expected.length && timingSafeEqual(returned, expected);
  const code = searchParams.get("code") ?? "";
  return isOurs && /^[\w-]{1,200}$/.test(code) ? code : null;
}

function answer(response: ServerResponse, status: number, body: string, webUrl: string): void {
  const formAction = new URL(webUrl).origin;
  response.writeHead(status, {
    "content-type": status === 200 && body !== DONE ? "text/html; charset=utf-8" : "text/plain",
    "content-security-policy": `default-src 'none'; form-action ${formAction}; frame-ancestors 'none'`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(body);
}

function tooLate(): CountersignError {
  return new CountersignError("timed_out", "No app was created in time.", {
    hint: "Try again: countersign github setup",
  });
}
