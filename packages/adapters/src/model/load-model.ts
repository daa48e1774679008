import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelName, Provider } from "./model-name.ts";

/** The key and address of a provider. */
export type ModelAccess = {
  /** Null is allowed for a local server only. */
  apiKey: string | null;
  /** Default: the provider's own address. */
  baseUrl?: string | undefined;
};

type ProviderAccess = { apiKey: string; baseURL: string; fetch: typeof globalThis.fetch };

/** Provider options: store nothing, and limit the length of the answer. */
export type ModelSettings = {
  maxOutputTokens?: number;
  providerOptions?: { openai: { store: boolean } };
};

const LONGEST_TOKENS = 32_000;

/**
 * Explicit, because each library would otherwise read an address and a key from the environment.
 */
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
  // A small model refuses a limit that exceeds its context with the question.
  local: {},
};

/** Loads the library of a provider on first use, because each is large. */
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

/** Creates a model that reaches its server only through `fetch`. */
export async function loadModel(
  { provider, model }: ModelName,
  reached: ProviderAccess,
): Promise<LanguageModelV4> {
  return await LOAD[provider](model, reached);
}
