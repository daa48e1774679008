import type { ReviewerAsk, ReviewerRunner, ReviewerUsage } from "@countersign/engine";
import { askWithTimeout, type HttpReply, UNUSED } from "../egress/ask-with-timeout.ts";
import { checkTarget, type EgressRules } from "../egress/check-target.ts";
import { isRejected, judgeResponse } from "../egress/judge-response.ts";
import { MAX_ANSWER_BYTES, type Send, sendGuarded as sendOverNetwork } from "../egress/send.ts";

/** The address of a reviewer that is a service of the company. */
export type HttpEndpoint = {
  url: string;
  /** Sent as a bearer token; null if the service needs none. */
  token: string | null;
  /** A certificate authority to trust instead of the usual ones, as PEM. */
  ca?: string | undefined;
};

export type HttpReviewerOptions = {
  /** Endpoints by the reviewer's id. The engine's owner sets them; a repository cannot. */
  endpoints: ReadonlyMap<string, HttpEndpoint>;
  rules?: EgressRules | undefined;
  maxAnswerBytes?: number | undefined;
  send?: Send | undefined;
};

const NOWHERE_INSIDE: EgressRules = { loopback: false, privateHosts: [] };

/**
 * Asks reviewers that are services: posts the brief as JSON and reads the response body as text.
 *
 * Sends only the brief, because the tree may contain secrets that the brief leaves out.
 */
export function createHttpReviewerRunner(options: HttpReviewerOptions): ReviewerRunner {
  const { rules = NOWHERE_INSIDE } = options;
  return {
    async state({ id }) {
      const endpoint = options.endpoints.get(id);
      if (endpoint === undefined) {
        const hint = "Give the engine its address; a repository cannot";
        return { ok: false, reason: `No URL is configured for ${id}`, hint };
      }
      if (!/^[\x21-\x7e]*$/.test(endpoint.token ?? "")) {
        const hint = "A token is one line of letters, digits and signs";
        return { ok: false, reason: `${id}: its token cannot be sent`, hint };
      }
      const target = checkTarget(endpoint.url, rules);
      if (target.ok) return { ok: true, version: target.url.host };
      return { ok: false, reason: `${id}: ${target.reason}`, hint: "Correct its address" };
    },
    async ask(ask) {
      return await askWithTimeout(ask.reviewer.id, ask, (within) =>
        post({ ...options, rules }, within),
      );
    },
  };
}

async function post(
  options: HttpReviewerOptions & { rules: EgressRules },
  { reviewer, brief, answerSchema, signal }: ReviewerAsk,
): Promise<HttpReply> {
  const { send = sendOverNetwork, maxAnswerBytes: maxBytes = MAX_ANSWER_BYTES, rules } = options;
  const { id, model, maxWords, focusAreas } = reviewer;
  const endpoint = options.endpoints.get(id);
  if (endpoint === undefined) {
    const reason = `No URL is configured for ${id}`;
    return { ok: false, reason, again: "never", usage: UNUSED };
  }

  const { url: address, token, ca } = endpoint;
  const received = await send({
    address,
    headers: {
      accept: "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      version: 1,
      reviewer: { id, model, maxWords, focusAreas },
      brief,
      answerSchema,
    }),
    ...{ rules, maxBytes, signal, ca },
  });
  const failure = judgeResponse(id, received, Date.now());
  if (failure !== null) return { ...failure, usage: isRejected(received) ? UNUSED : null };

  const usage = received.ok ? readHeaderUsage(received.headers) : null;
  const text = received.ok ? received.body.toString("utf8") : "";
  if (text.trim() !== "") return { ok: true, text, usage };
  return { ok: false, reason: `${id}: the answer is empty`, again: "soon", usage };
}

const INPUT = "countersign-input-tokens";
const OUTPUT = "countersign-output-tokens";
const COST = "countersign-cost-usd";

/** Reads the usage that the service reports in its headers; null if it is missing or invalid. */
function readHeaderUsage(headers: Readonly<Record<string, string>>): ReviewerUsage | null {
  const inputTokens = read(headers[INPUT], /^\d{1,10}$/);
  const outputTokens = read(headers[OUTPUT], /^\d{1,10}$/);
  const costUsd = read(headers[COST], /^\d{1,7}(?:\.\d{1,9})?$/);
  if (inputTokens === null && outputTokens === null && costUsd === null) return null;
  return { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0, costUsd };
}

function read(text: string | undefined, form: RegExp): number | null {
  return text !== undefined && form.test(text) ? Number(text) : null;
}
