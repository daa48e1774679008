import { ForgeError } from "@countersign/engine";
import { type SendFailure, type SendResult, sendGuarded } from "../../egress/send.ts";
import { type DeadlineResult, withDeadline } from "../../egress/with-deadline.ts";
import { type GithubServer, githubApiUrl } from "./github-server.ts";

/** Maximum size of a response. A page of 100 pull requests can hold 100 texts of 64 kB each. */
const MAX_RESPONSE_BYTES = 33_554_432;
const TIMEOUT_MS = 20_000;
const API_VERSION = "2022-11-28";
const NOT_MODIFIED = 304;
const CONFLICT = 409;
const WITHOUT_BODY: readonly number[] = [204, 205, NOT_MODIFIED];

type HttpAnswer = Extract<SendResult, { ok: true }>;

/**
 * Creates the `fetch` of all requests to a GitHub server. Only the API's own origin is requested, because addresses
 * of further pages come from responses. Throws `ForgeError`.
 */
export function createGuardedFetch(server: GithubServer): typeof globalThis.fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    requireOwnOrigin(githubApiUrl(server), address);
    const method = init?.method ?? "GET";
    const { value, late } = await send(server, { address, method, init: init ?? {} });
    if (late) throw new ForgeError("retry", "GitHub did not answer in time");
    if (!value.ok) throw new ForgeError(kindOf(method, value.why), `GitHub: ${value.reason}`);
    if (method === "GET") requireContent(value);
    return toResponse(address, value);
  };
}

function requireOwnOrigin(apiUrl: string, address: string): void {
  const origin = URL.parse(apiUrl)?.origin;
  if (origin !== undefined && URL.parse(address)?.origin === origin) return;
  throw new ForgeError("refused", `GitHub: only ${apiUrl} may be asked`);
}

type Sending = { address: string; method: string; init: RequestInit };

async function send(
  { rules, ca, resolve, timeoutMs = TIMEOUT_MS }: GithubServer,
  { address, method, init }: Sending,
): Promise<DeadlineResult<SendResult>> {
  const headers = new Headers(init.headers);
  headers.set("x-github-api-version", API_VERSION);
  return await withDeadline({ timeoutMs, signal: new AbortController().signal }, (signal) =>
    sendGuarded({
      method,
      address,
      headers: Object.fromEntries(headers),
      body: typeof init.body === "string" ? init.body : null,
      rules: rules ?? { loopback: false, privateHosts: [] },
      maxBytes: MAX_RESPONSE_BYTES,
      signal,
      ca,
      resolve,
    }),
  );
}

/** A request that was sent may have been carried out, whatever happened to its answer. */
function kindOf(method: string, why: SendFailure): ForgeError["kind"] {
  if (why === "refused") return "refused";
  return why === "too_large" && method === "GET" ? "refused" : "retry";
}

/** The client reads a conflict, or an answer without a body, as an empty list. An empty list must be one. */
function requireContent({ status, body }: HttpAnswer): void {
  const isEmpty = status < 300 && body.length === 0;
  if (isEmpty || status === CONFLICT) {
    throw new ForgeError("retry", `GitHub answered ${status} without content`);
  }
}

function toResponse(address: string, { status, headers, body }: HttpAnswer): Response {
  if (status < 200 || status > 599) throw new ForgeError("retry", "GitHub: it does not speak HTTP");
  if (status >= 300 && status < 400 && status !== NOT_MODIFIED) {
    throw new ForgeError(
      "refused",
      `GitHub answered ${status}: the repository was renamed or moved. Read the list of repositories again`,
    );
  }
  const bytes = WITHOUT_BODY.includes(status) ? null : new Uint8Array(body);
  const response = new Response(bytes, { status, headers });
  // The client computes the addresses of further pages from it.
  return Object.defineProperty(response, "url", { value: address });
}
