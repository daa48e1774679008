import { CountersignError } from "@countersign/core";
import {
  type IdentityProvider,
  loadLibrary,
  PROVIDER_TIMEOUT_S,
  type ProviderClient,
  rememberConfiguration,
  requestParameters,
} from "./identity-provider.ts";

export type OidcSettings = ProviderClient & {
  /** The issuer, whose metadata is at `/.well-known/openid-configuration` below it. */
  issuer: string;
  /** Accepts a provider without TLS. Only for tests on loopback. */
  isInsecure?: boolean;
};

/** Seconds by which the provider's clock may differ from ours. */
const CLOCK_SKEW_S = 30;
/** Seconds since the last proof of identity that a fresh sign-in may take, as long as it began before. */
const MAX_FRESH_S = 300;

/** Signs people in by OpenID Connect: authorization code with PKCE, state, nonce and a verified signature. */
export function createOidcProvider(settings: OidcSettings, redirectUri: string): IdentityProvider {
  const { issuer, clientId, clientSecret, isInsecure = false } = settings;
  const configuration = rememberConfiguration(async () => {
    const library = await loadLibrary();
    // The library trusts a token that it received over TLS; this makes it verify the signature, too.
    const execute = [library.enableNonRepudiationChecks];
    if (isInsecure) execute.push(library.allowInsecureRequests);
    const options = { timeout: PROVIDER_TIMEOUT_S, execute };
    return await library.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
  });
  return {
    method: "oidc",
    name: new URL(issuer).host,
    canProveFreshness: true,
    async authorizationUrl(proof) {
      const { buildAuthorizationUrl } = await loadLibrary();
      return buildAuthorizationUrl(await configuration(), {
        ...(await requestParameters(proof, redirectUri)),
        scope: "openid",
        nonce: proof.nonce,
        ...(proof.isFresh && { prompt: "login", max_age: "0" }),
      });
    },
    async identify(returned, { state, nonce, verifier, begunMs, isFresh }) {
      const { authorizationCodeGrant } = await loadLibrary();
      const tokens = await authorizationCodeGrant(await configuration(), returned, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(isFresh && { maxAge: MAX_FRESH_S }),
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("The provider sent no claims");
      const provenMs = ((claims.auth_time ?? 0) + CLOCK_SKEW_S) * 1_000;
      if (isFresh && provenMs < begunMs)
        throw new CountersignError("forbidden", "The provider did not ask you to sign in again.");
      return { issuer: claims.iss, subject: claims.sub };
    },
  };
}
