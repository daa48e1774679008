import type { Behave } from "../../egress/testing/loopback-server.ts";
import { goodAnswer } from "../../egress/testing/question.ts";
import type { Provider } from "../model-name.ts";
import { answerBody } from "./answer-body.ts";

/** One way in which a model's server gives no result, and what is said about it. */
export type FailureCase = {
  of: string;
  behave(provider: Provider): Behave;
  reason: RegExp;
  again: "soon" | "never";
  afterMs?: number;
  /** The deadline; most cases do not need one. */
  timeoutMs?: number;
  /** What it used nevertheless. Default: unknown. */
  used?: "nothing" | "all";
};

const SHORT_MS = 300;
const LATE = /did not answer within 0\.3 s$/;

export const FAILURES: readonly FailureCase[] = [
  answered(400, "never", /400: it does not accept the request$/),
  answered(401, "never", /401: it does not accept our key$/),
  answered(403, "never", /403: our key may not do this$/),
  answered(404, "never", /404: it does not know this model or address$/),
  answered(308, "never", /308: redirects are not followed$/),
  answered(204, "never", /answered 204$/),
  { ...answered(429, "soon", /429: too many requests$/), afterMs: 7_000 },
  { ...answered(500, "soon", /500: it failed$/), afterMs: 7_000 },
  { ...answered(529, "soon", /529: it is overloaded$/), afterMs: 7_000 },
  refusal(400, "prompt is too long: 210000 tokens > 200000 maximum", /too long for this model$/),
  refusal(400, "code: context_length_exceeded", /too long for this model$/),
  refusal(429, "insufficient_quota", /429: the account has no money left$/),
  refusal(400, "API key not valid. Pass a valid one.", /400: it does not accept our key$/),
  {
    of: "a stalled server",
    behave: () => () => {},
    reason: LATE,
    again: "soon",
    timeoutMs: SHORT_MS,
  },
  {
    of: "an answer that begins and stalls",
    behave: () => (response) => response.writeHead(200).write('{"id":'),
    reason: LATE,
    again: "soon",
    timeoutMs: SHORT_MS,
  },
  {
    of: "an answer after the deadline",
    behave: (provider) => (response) =>
      setTimeout(() => response.end(answerBody(provider, goodAnswer())), 5 * SHORT_MS).unref(),
    reason: LATE,
    again: "soon",
    timeoutMs: SHORT_MS,
  },
  {
    of: "an answer that was cut off",
    behave: (provider) => (response) => response.end(answerBody(provider, '{"comp', "cut_off")),
    reason: /the answer was cut off at the model's limit$/,
    again: "soon",
    used: "all",
  },
  {
    of: "a refusal of the model",
    behave: (provider) => (response) => response.end(answerBody(provider, "No.", "refused")),
    reason: /the model refused to answer$/,
    again: "never",
    used: "all",
  },
  {
    of: "an empty answer",
    behave: (provider) => (response) => response.end(answerBody(provider, " \n")),
    reason: /the answer is empty$/,
    again: "soon",
    used: "all",
  },
  {
    of: "an empty body",
    behave: () => (response) => response.end(),
    reason: /the answer cannot be read$/,
    again: "soon",
  },
  {
    of: "JSON that is no answer",
    behave: () => (response) => response.end('{"hello":[1,2]}'),
    reason: /cannot be read$|is empty$|does not say that it is whole$/,
    again: "soon",
  },
  {
    of: "a connection that is cut midway",
    behave: () => (response, _, socket) => {
      response.writeHead(200, { "content-length": 5_000 }).write('{"id":"msg_1"');
      setTimeout(() => socket.destroy(), 20);
    },
    reason: /the connection was cut$/,
    again: "soon",
  },
  {
    of: "an answer of 50 MB",
    behave: () => (response) => {
      const part = "x".repeat(1_048_576);
      for (let i = 0; i < 50; i += 1) response.write(part);
      response.end();
    },
    reason: /the answer is larger than 4194304 bytes$/,
    again: "never",
  },
];

/** A server that repeats all it was sent, the key with it. */
function answered(status: number, again: FailureCase["again"], reason: RegExp): FailureCase {
  const headers = { location: "/elsewhere", "retry-after": "7" };
  return {
    of: `an answer of ${status}`,
    behave: () => (response, seen) =>
      response.writeHead(status, headers).end(status === 204 ? "" : errorOf(JSON.stringify(seen))),
    reason,
    again,
    ...(status >= 300 && status < 500 ? { used: "nothing" } : {}),
  };
}

function refusal(status: number, message: string, reason: RegExp): FailureCase {
  return {
    of: `an answer of ${status} that says ${message}`,
    behave: () => (response, seen) =>
      response.writeHead(status).end(errorOf(`${message} ${JSON.stringify(seen)}`)),
    reason,
    again: "never",
    used: "nothing",
  };
}

function errorOf(message: string): string {
  return JSON.stringify({ type: "error", error: { type: "x", code: "x", status: "X", message } });
}
