import { type HttpReply, UNUSED } from "../egress/ask-with-timeout.ts";
import { isRejected, judgeResponse, type RequestFailure } from "../egress/judge-response.ts";
import type { OutgoingRequest, Send, SendResult } from "../egress/send.ts";

type Through = Pick<OutgoingRequest, "rules" | "maxBytes" | "signal"> & {
  send: Send;
  who: string;
  /** Only addresses below this one are requested. */
  baseURL: string;
};

/** A `fetch` for one request, and its failure. */
export type OneRequest = {
  fetch: typeof globalThis.fetch;
  /** Returns why the request failed; null if it succeeded or was not made. */
  failure(): HttpReply | null;
};

/**
 * Lets a library make one request, within our limits.
 *
 * A question is one request. The caller decides about retries, not the library.
 */
export function allowOneRequest({ send, who, baseURL, ...bounds }: Through): OneRequest {
  let made = false;
  let failure: HttpReply | null = null;
  return {
    failure: () => failure,
    async fetch(input, init) {
      const address = input instanceof Request ? input.url : String(input);
      const body = init?.body;
      if (made || !address.startsWith(`${baseURL}/`) || typeof body !== "string") {
        throw new Error("Only one request to the model's own server is allowed");
      }
      made = true;
      const headers = Object.fromEntries(new Headers(init?.headers));
      const received = await send({ ...bounds, address, headers, body });
      failure = failureOf(who, received);
      if (!received.ok || failure !== null) throw new Error("There is no answer");
      return new Response(new Uint8Array(received.body), {
        headers: { "content-type": "application/json" },
      });
    },
  };
}

function failureOf(who: string, received: SendResult): HttpReply | null {
  const failure = judgeResponse(who, received, Date.now());
  if (failure === null) return null;
  const explained = received.ok ? explainRefusal(failure, { who, ...received }) : failure;
  return { ...explained, usage: isRejected(received) ? UNUSED : null };
}

/** Maximum bytes of an error response to search for known messages. */
const READ_BYTES = 16_384;

type KnownRefusal = { statuses: readonly number[]; says: RegExp; meaning: string };

/** Provider messages that explain a status better than its number. A retry does not help. */
const KNOWN: readonly KnownRefusal[] = [
  {
    statuses: [400, 413, 422],
    says: /context_length_exceeded|prompt is too long|maximum context length|exceeds the maximum number of tokens|request_too_large|exceed_context_size/i,
    meaning: "the question is too long for this model",
  },
  {
    statuses: [400, 402, 403, 429],
    says: /insufficient_quota|credit balance is too low|billing_/i,
    meaning: "the account has no money left",
  },
  {
    statuses: [400],
    says: /API_KEY_INVALID|API key not valid/,
    meaning: "it does not accept our key",
  },
];

/** Explains a provider's error response whose message is known. */
function explainRefusal(
  failure: RequestFailure,
  { who, status, body }: { who: string; status: number; body: Buffer },
): RequestFailure {
  const text = body.subarray(0, READ_BYTES).toString("utf8");
  const known = KNOWN.find(({ statuses, says }) => statuses.includes(status) && says.test(text));
  if (known === undefined) return failure;
  return { ok: false, reason: `${who} answered ${status}: ${known.meaning}`, again: "never" };
}
