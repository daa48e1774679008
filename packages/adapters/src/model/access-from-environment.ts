import type { ModelAccess } from "./load-model.ts";
import type { Provider } from "./model-name.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Source = { provider: Provider; key: string; address: string; version: string };

/** The variables of the providers' own programs. Some addresses leave out the protocol version. */
const SOURCES: readonly Source[] = [
  {
    provider: "anthropic",
    key: "ANTHROPIC_API_KEY",
    address: "ANTHROPIC_BASE_URL",
    version: "/v1",
  },
  { provider: "openai", key: "OPENAI_API_KEY", address: "OPENAI_BASE_URL", version: "/v1" },
  {
    provider: "google",
    key: "GEMINI_API_KEY",
    address: "GOOGLE_GEMINI_BASE_URL",
    version: "/v1beta",
  },
];

/** Returns the access of the providers whose keys are in the owner's environment. */
export function accessFromEnvironment(
  environment: Environment,
): Partial<Record<Provider, ModelAccess>> {
  const found = SOURCES.flatMap(({ provider, key, address, version }) => {
    const apiKey = environment[key] || null;
    if (apiKey === null) return [];
    const base = environment[address]?.replace(/\/+$/, "") || undefined;
    const isWhole = base === undefined || base.endsWith(version);
    return [[provider, { apiKey, baseUrl: isWhole ? base : `${base}${version}` }] as const];
  });
  return Object.fromEntries(found);
}
