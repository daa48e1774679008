import { z } from "zod";
import {
  type IdentityProvider,
  loadLibrary,
  PROVIDER_TIMEOUT_S,
  type ProviderClient,
  rememberConfiguration,
  requestParameters,
} from "./identity-provider.ts";

export type GithubSettings = ProviderClient & {
  /** Where GitHub is. Default `https://github.com` and `https://api.github.com`. */
  webUrl?: string;
  apiUrl?: string;
  /** Accepts a provider without TLS. Only for tests on loopback. */
  isInsecure?: boolean;
};

const ISSUER = "https://github.com";
const API = "https://api.github.com";

/** The number stays the same when the account is renamed; the name and e-mail address can get a new owner. */
const Account = z.object({ id: z.int().positive() });

/** Signs people in with GitHub, which is OAuth 2 without an identity token: the account is read from its API. */
export function createGithubProvider(
  settings: GithubSettings,
  redirectUri: string,
): IdentityProvider {
  const { clientId, clientSecret, webUrl = ISSUER, apiUrl = API, isInsecure = false } = settings;
  const configuration = rememberConfiguration(async () => {
    const library = await loadLibrary();
    const found = new library.Configuration(
      {
        issuer: ISSUER,
        authorization_endpoint: `${webUrl}/login/oauth/authorize`,
        token_endpoint: `${webUrl}/login/oauth/access_token`,
      },
      clientId,
      undefined,
      library.ClientSecretPost(clientSecret),
    );
    found.timeout = PROVIDER_TIMEOUT_S;
    if (isInsecure) library.allowInsecureRequests(found);
    return found;
  });
  return {
    method: "github",
    name: "GitHub",
    canProveFreshness: false,
    async authorizationUrl(proof) {
      const { buildAuthorizationUrl } = await loadLibrary();
      const parameters = await requestParameters(proof, redirectUri);
      return buildAuthorizationUrl(await configuration(), parameters);
    },
    async identify(returned, { state, verifier }) {
      const library = await loadLibrary();
      const address = new URL(returned);
      address.searchParams.delete("iss"); // only GitHub returns to this address
      const checks = { pkceCodeVerifier: verifier, expectedState: state };
      const found = await configuration();
      const tokens = await library.authorizationCodeGrant(found, address, checks);
      const response = await library.fetchProtectedResource(
        ...([found, tokens.access_token, new URL(`${apiUrl}/user`), "GET", null] as const),
        new Headers({ accept: "application/vnd.github+json" }),
      );
      if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
      const { id } = Account.parse(await response.json());
      return { issuer: ISSUER, subject: String(id) };
    },
  };
}
