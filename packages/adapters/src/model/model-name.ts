/** The supported providers. `local` is any server that speaks OpenAI's chat protocol. */
export const PROVIDERS = ["anthropic", "openai", "google", "local"] as const;
export type Provider = (typeof PROVIDERS)[number];

export type ModelName = { provider: Provider; model: string };

/** Parts that begin with a letter or digit, so that a name cannot leave the path it is put into. */
const MODEL = /^[A-Za-z0-9][\w.:@-]*(?:\/[A-Za-z0-9][\w.:@-]*)*$/;

/** Parses `provider/model`; null if it is invalid. */
export function readModelName(name: string | null): ModelName | null {
  if (name === null) return null;
  const slash = name.indexOf("/");
  const provider = PROVIDERS.find((known) => known === name.slice(0, slash));
  const model = name.slice(slash + 1);
  return provider === undefined || !MODEL.test(model) ? null : { provider, model };
}
