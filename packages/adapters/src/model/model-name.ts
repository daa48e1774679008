/** Whose models can be asked. `local` is any server that speaks OpenAI's chat protocol. */
export const PROVIDERS = ["anthropic", "openai", "google", "local"] as const;
export type Provider = (typeof PROVIDERS)[number];

export type ModelName = { provider: Provider; model: string };

/** Parts that begin with a letter or digit: no name leads out of the path it is put into. */
const MODEL = /^[A-Za-z0-9][\w.:@-]*(?:\/[A-Za-z0-9][\w.:@-]*)*$/;

/** Reads `provider/model`; null for anything else. */
export function readModelName(name: string | null): ModelName | null {
  if (name === null) return null;
  const slash = name.indexOf("/");
  const provider = PROVIDERS.find((known) => known === name.slice(0, slash));
  const model = name.slice(slash + 1);
  return provider === undefined || !MODEL.test(model) ? null : { provider, model };
}
