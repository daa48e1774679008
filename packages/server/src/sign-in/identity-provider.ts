import type { Identity } from "@countersign/engine";
import type { Configuration } from "openid-client";

/** What ties the answer of a provider to the browser and the request that began the sign-in. */
export type SignInProof = {
  state: string;
  nonce: string;
  verifier: string;
  /** When the sign-in began. */
  begunMs: number;
  /** Whether the person must prove their identity again, even if the provider still knows them. */
  isFresh: boolean;
};

/** A service that tells us who a person is. */
export type IdentityProvider = {
  method: "oidc" | "github";
  /** What people know the provider by. */
  name: string;
  /** Whether the provider states when the person last proved their identity. */
  canProveFreshness: boolean;
  /** Returns the address at which the person signs in. */
  authorizationUrl(proof: SignInProof): Promise<URL>;
  /** Exchanges the code in the address to which the browser returned, and checks everything about the answer. */
  identify(returned: URL, proof: SignInProof): Promise<Identity>;
};

/** The registration of this engine at a provider. */
export type ProviderClient = { clientId: string; clientSecret: string };

/** Seconds to wait for a provider. */
export const PROVIDER_TIMEOUT_S = 10;

/** Loaded when the first person signs in, because an engine on a developer's machine never needs it. */
export const loadLibrary = async () => await import("openid-client");

/** Remembers the configuration of a provider. After a failure the next call tries again. */
export function rememberConfiguration(
  read: () => Promise<Configuration>,
): () => Promise<Configuration> {
  let found: Promise<Configuration> | null = null;
  return async () => {
    found ??= read();
    try {
      return await found;
    } catch (error) {
      found = null;
      throw error;
    }
  };
}

/** Returns the parameters that every authorization request has. */
export async function requestParameters(
  { state, verifier }: SignInProof,
  redirectUri: string,
): Promise<Record<string, string>> {
  const { calculatePKCECodeChallenge } = await loadLibrary();
  return {
    redirect_uri: redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
}
