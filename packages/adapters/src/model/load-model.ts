import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelName, Provider } from "./model-name.ts";

/** How a provider is reached. */
export type ModelAccess = {
  /** Only a local server can do without. */
  apiKey: string | null;
  /** Where it is, if not at the provider's own address. */
  baseUrl?: string | undefined;
};

type ProviderAccess = { apiKey: string; baseURL: string; fetch: typeof globalThis.fetch };

/** Said to every provider in its own words: keep nothing of ours, and its usual longest answer. */
export type ModelSettings = {
  maxOutputTokens?: number;
  providerOptions?: { openai: { store: boolean } };
};

const LONGEST_TOKENS = 32_000;

/** Named here, since each library would otherwise read an address and a key from the environment. */
export const BASE_URLS: Readonly<Record<Provider, string | null>> = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  local: null,
};

export const SETTINGS: Readonly<Record<Provider, ModelSettings>> = {
  anthropic: { maxOutputTokens: LONGEST_TOKENS },
  openai: { maxOutputTokens: LONGEST_TOKENS, providerOptions: { openai: { store: false } } },
  google: { maxOutputTokens: LONGEST_TOKENS },
  // A small model refuses a limit that does not fit beside the question.
  local: {},
};

/** Each is large, so that it is loaded when a model of its kind is asked for the first time. */
const LOAD: Record<Provider, (model: string, reached: ProviderAccess) => Promise<LanguageModelV4>> =
  {
    async anthropic(model, reached) {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(reached)(model);
    },
    async openai(model, reached) {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI(reached).responses(model);
    },
    async google(model, reached) {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle(reached)(model);
    },
    async local(model, { apiKey, ...reached }) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const settings = { ...reached, name: "local", supportsStructuredOutputs: true };
      return createOpenAICompatible(apiKey === "" ? settings : { ...settings, apiKey })(model);
    },
  };

/** Makes a model that reaches its server through `fetch` and through nothing else. */
export async function loadModel(
  { provider, model }: ModelName,
  reached: ProviderAccess,
): Promise<LanguageModelV4> {
  return await LOAD[provider](model, reached);
}
