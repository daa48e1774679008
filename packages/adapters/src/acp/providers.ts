import type { Upstream } from "../agent/forward-request.ts";
import type { AcpProvider } from "./acp-agent.ts";

type Provider = {
  server: Omit<Upstream, "key">;
  keyVariable: string;
  /** The variables from which programs usually read the key and the address. */
  env: Readonly<Record<string, string>>;
  /** True if the program itself appends the protocol version to the address. */
  addsVersion: boolean;
};

const BEARER = { header: "authorization", prefix: "Bearer " };
const OPENAI_PATHS = [/^\/responses$/, /^\/chat\/completions$/];
const OPENAI_ENV = { OPENAI_API_KEY: "{token}", OPENAI_BASE_URL: "{gateway}" };

/**
 * The requests that a program may send to each provider's model server, and the variables with its
 * address.
 */
export const MODEL_SERVERS: Readonly<Record<AcpProvider, Provider>> = {
  anthropic: {
    server: {
      baseUrl: "https://api.anthropic.com",
      header: "x-api-key",
      prefix: "",
      paths: [/^\/v1\/messages$/, /^\/v1\/messages\/count_tokens$/],
    },
    keyVariable: "ANTHROPIC_API_KEY",
    env: { ANTHROPIC_API_KEY: "{token}", ANTHROPIC_BASE_URL: "{gateway}" },
    addsVersion: true,
  },
  openai: {
    server: { baseUrl: "https://api.openai.com/v1", ...BEARER, paths: OPENAI_PATHS },
    keyVariable: "OPENAI_API_KEY",
    env: OPENAI_ENV,
    addsVersion: false,
  },
  google: {
    server: {
      baseUrl: "https://generativelanguage.googleapis.com",
      header: "x-goog-api-key",
      prefix: "",
      paths: [/^\/v1(?:beta)?\/models\/[\w.-]+:(?:(?:stream)?[gG]enerateContent|countTokens)$/],
    },
    keyVariable: "GEMINI_API_KEY",
    env: { GEMINI_API_KEY: "{token}", GOOGLE_GEMINI_BASE_URL: "{gateway}" },
    addsVersion: true,
  },
  local: {
    server: { baseUrl: "", ...BEARER, paths: OPENAI_PATHS },
    keyVariable: "",
    env: OPENAI_ENV,
    addsVersion: false,
  },
};
