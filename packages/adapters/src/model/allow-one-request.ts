import { type HttpReply, UNUSED } from "../egress/ask-with-timeout.ts";
import { isRejected, judgeResponse, type RequestFailure } from "../egress/judge-response.ts";
import type { OutgoingRequest, Send, SendResult } from "../egress/send.ts";

type Through = Pick<OutgoingRequest, "rules" | "maxBytes" | "signal"> & {
  send: Send;
  who: string;
  /** Nothing is requested but what is below it. */
  baseURL: string;
};

/** A way for a library to make one request, and what became of it. */
export type OneRequest = {
  fetch: typeof globalThis.fetch;
  /** Why the request gave no answer; null if it gave one, or was not made. */
  failure(): HttpReply | null;
};

/**
 * Lets a library make one request, within our bounds.
 *
 * One question is one request: what is asked again, and when, is not the library's to decide.
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

/** Where in a refusal the words are looked for that we know. */
const READ_BYTES = 16_384;

type KnownRefusal = { statuses: readonly number[]; says: RegExp; meaning: string };

/** What providers say behind a status that says less. Asking again changes none of it. */
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

/** Says in our words what a provider's refusal means, where its own words are known. */
function explainRefusal(
  failure: RequestFailure,
  { who, status, body }: { who: string; status: number; body: Buffer },
): RequestFailure {
  const text = body.subarray(0, READ_BYTES).toString("utf8");
  const known = KNOWN.find(({ statuses, says }) => statuses.includes(status) && says.test(text));
  if (known === undefined) return failure;
  return { ok: false, reason: `${who} answered ${status}: ${known.meaning}`, again: "never" };
}
