import type { LanguageModelV4FinishReason, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { ReviewerAsk, ReviewerReply, ReviewerRunner } from "@countersign/engine";
import { askWithTimeout, type HttpReply, UNUSED } from "../egress/ask-with-timeout.ts";
import { checkTarget, type EgressRules } from "../egress/check-target.ts";
import type { RequestFailure } from "../egress/judge-response.ts";
import { MAX_ANSWER_BYTES, type Send, sendGuarded as sendOverNetwork } from "../egress/send.ts";
import { allowOneRequest } from "./allow-one-request.ts";
import { BASE_URLS, loadModel, type ModelAccess, SETTINGS } from "./load-model.ts";
import { type ModelName, type Provider, readModelName } from "./model-name.ts";
import { plainSchema } from "./plain-schema.ts";
import { type ModelPrice, readModelUsage } from "./read-model-usage.ts";

export type ModelReviewerOptions = {
  /** Access by provider. Other providers cannot be asked. */
  access: Readonly<Partial<Record<Provider, ModelAccess | undefined>>>;
  /** Prices by `provider/model`. Without a price, the cost is unknown. */
  prices?: Readonly<Record<string, ModelPrice>> | undefined;
  /** Hosts of `baseUrl`s that may have an address of a private network. */
  privateHosts?: readonly string[] | undefined;
  maxAnswerBytes?: number | undefined;
  send?: Send | undefined;
};

/** A model that is ready to be asked. */
type Ready = { ok: true; name: ModelName; apiKey: string; baseURL: string; rules: EgressRules };
type NotReady = { ok: false; reason: string; hint: string };

const NAMES: Readonly<Record<Provider, string>> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  local: "The local model server",
};

/**
 * Asks models directly: sends the brief and returns the text, without tools.
 *
 * Keys and addresses belong to the engine's owner; a reviewer only names a model.
 */
export function createModelReviewerRunner(options: ModelReviewerOptions): ReviewerRunner {
  return {
    async state({ model }) {
      const ready = prepare(options, model);
      return ready.ok ? { ok: true, version: model ?? "" } : ready;
    },
    async ask(ask) {
      const ready = prepare(options, ask.reviewer.model);
      if (!ready.ok) return noReply(ready.reason);
      const who = NAMES[ready.name.provider];
      return await askWithTimeout(who, ask, (within) => generate(options, ready, within));
    },
  };
}

function prepare(options: ModelReviewerOptions, model: string | null): Ready | NotReady {
  const name = readModelName(model);
  if (name === null) {
    const hint = "Name it as anthropic/…, openai/…, google/… or local/…";
    return { ok: false, reason: "The reviewer names no model that can be asked", hint };
  }
  const who = NAMES[name.provider];
  const access = options.access[name.provider];
  const baseURL = (access?.baseUrl ?? BASE_URLS[name.provider])?.replace(/\/+$/, "");
  if (access === undefined || baseURL === undefined) {
    const hint = `Give the engine a way to reach ${name.provider}`;
    return { ok: false, reason: `${who} is not set up`, hint };
  }
  const apiKey = access.apiKey ?? "";
  if (!isKey(apiKey) || (apiKey === "" && name.provider !== "local")) {
    const hint = "A key is one line of letters, digits and signs";
    return { ok: false, reason: `${who}: there is no key that can be sent`, hint };
  }
  // An address of the owner may be on this machine; a provider's own may not.
  const loopback = access.baseUrl !== undefined;
  const rules = { loopback, privateHosts: options.privateHosts ?? [] };
  const target = checkTarget(baseURL, rules);
  if (target.ok) return { ok: true, name, apiKey, baseURL, rules };
  return { ok: false, reason: `${who}: ${target.reason}`, hint: "Correct its address" };
}

/** Generates an answer. Never throws: an error of the library is a failure. */
async function generate(
  options: ModelReviewerOptions,
  { name, apiKey, baseURL, rules }: Ready,
  { brief, answerSchema, signal }: ReviewerAsk,
): Promise<HttpReply> {
  const { send = sendOverNetwork, maxAnswerBytes: maxBytes = MAX_ANSWER_BYTES } = options;
  const who = NAMES[name.provider];
  const request = allowOneRequest({ send, who, baseURL, rules, maxBytes, signal });
  try {
    const model = await loadModel(name, { apiKey, baseURL, fetch: request.fetch });
    const result = await model.doGenerate({
      ...SETTINGS[name.provider],
      prompt: [{ role: "user", content: [{ type: "text", text: brief }] }],
      responseFormat: { type: "json", name: "answer", schema: plainSchema(answerSchema) },
      temperature: 0,
    });
    const price = options.prices?.[`${name.provider}/${name.model}`];
    return { usage: readModelUsage(result.usage, price), ...readResult(who, result) };
  } catch {
    const reason = `${who}: the answer cannot be read`;
    return request.failure() ?? { ok: false, reason, again: "soon", usage: null };
  }
}

function isKey(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}

function noReply(reason: string): ReviewerReply {
  return { ok: false, reason, again: "never", usage: UNUSED, durationMs: 0, sandboxed: false };
}

type UnfinishedReason = Exclude<LanguageModelV4FinishReason["unified"], "stop">;

const UNFINISHED: Readonly<Record<UnfinishedReason, Omit<RequestFailure, "ok">>> = {
  length: { reason: "the answer was cut off at the model's limit", again: "soon" },
  "content-filter": { reason: "the model refused to answer", again: "never" },
  "tool-calls": { reason: "the model asked for tools, and it has none", again: "soon" },
  error: { reason: "the model failed midway", again: "soon" },
  interrupted: { reason: "the answer broke off", again: "soon" },
  other: { reason: "the answer does not say that it is whole", again: "soon" },
};

/** Returns the text of a complete answer. The caller judges its content. */
function readResult(
  who: string,
  { content, finishReason, structuredOutputText }: LanguageModelV4GenerateResult,
): { ok: true; text: string } | RequestFailure {
  const { unified } = finishReason;
  if (unified !== "stop") {
    const { reason, again } = UNFINISHED[unified];
    return { ok: false, reason: `${who}: ${reason}`, again };
  }
  const parts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const text = structuredOutputText ?? parts.join("");
  if (text.trim() !== "") return { ok: true, text };
  return { ok: false, reason: `${who}: the answer is empty`, again: "soon" };
}
