import { type HttpReply, UNUSED } from "../egress/ask-with-timeout.ts";
import { isRejected, judgeResponse } from "../egress/judge-response.ts";
import type { OutgoingRequest, Send, SendResult } from "../egress/send.ts";
import { explainRefusal } from "./explain-refusal.ts";

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
