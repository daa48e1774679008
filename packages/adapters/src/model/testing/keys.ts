import type { Provider } from "../model-name.ts";

/** Texts that must turn up nowhere but in the headers of a request. */
export const KEYS: Readonly<Record<Provider, string>> = {
  anthropic: "canary-key-anthropic-5d1f",
  openai: "canary-key-openai-77ab",
  google: "canary-key-google-9c02",
  local: "canary-key-local-13ee",
};

/** A model of each, as a reviewer names it. */
export const MODELS: Readonly<Record<Provider, string>> = {
  anthropic: "anthropic/claude-sonnet-4-5",
  openai: "openai/gpt-5.5",
  google: "google/gemini-3-pro",
  local: "local/qwen/coder:30b",
};
