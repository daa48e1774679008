import { CountersignError } from "@countersign/core";
import {
  describeError,
  type Engine,
  type Identity,
  type Log,
  type NewSession,
  type Principal,
} from "@countersign/engine";
import { type BegunSignIn, createBegunSignIns, notBegun } from "./begun-sign-ins.ts";
import { createGithubProvider, type GithubSettings } from "./github-provider.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { createOidcProvider, type OidcSettings } from "./oidc-provider.ts";

/** How people of one organisation sign in at the public address. */
export type SignInSettings = {
  org: string;
  /** The public https origin, such as `https://cs.example.com`. */
  origin: string;
  oidc?: OidcSettings | undefined;
  github?: GithubSettings | undefined;
};

type Method = IdentityProvider["method"];
type Begun = { url: URL; state: string };

export type SignInService = Pick<SignInSettings, "org" | "origin"> & {
  methods: readonly Pick<IdentityProvider, "method" | "name">[];
  begin(method: Method, invitation: string | null): Promise<Begun>;
  /** Begins a fresh sign-in for the person of this session. */
  beginAdministration(session: Principal): Promise<Begun>;
  /**
   * Finishes a sign-in. `state` is what the browser kept since it began; `query` is what it brought back from the
   * provider.
   */
  finish(method: Method, state: string | null, query: string): Promise<NewSession>;
};

/** Signs people in at identity providers, and lets the engine decide who they are here. */
export function createSignInService(
  engine: Engine,
  settings: SignInSettings,
  log: Log,
): SignInService {
  const { org, origin } = settings;
  const providers = createProviders(settings);
  const begun = createBegunSignIns();
  const start = async (provider: IdentityProvider, purpose: Partial<BegunSignIn>) => {
    const { method } = provider;
    const { proof } = begun.begin({ invitation: null, administrator: null, ...purpose, method });
    const asked = provider.authorizationUrl(proof);
    return { url: await asked.catch(unreachable(log, method)), state: proof.state };
  };
  return {
    ...{ org, origin },
    methods: [...providers.values()].map(({ method, name }) => ({ method, name })),
    begin: (method, invitation) => start(requireProvider(providers, method), { invitation }),
    async beginAdministration(administrator) {
      const provider = [...providers.values()].find((one) => one.canProveFreshness);
      if (provider === undefined || administrator.org !== org)
        throw new CountersignError("forbidden", "No provider here can prove a fresh sign-in.", {
          hint: "Use the command line for administration, or configure OpenID Connect.",
        });
      return await start(provider, { administrator });
    },
    async finish(method, state, query) {
      const provider = requireProvider(providers, method);
      if (state === null || new URLSearchParams(query).get("state") !== state) throw notBegun();
      const taken = begun.take(state, method);
      const returned = new URL(`${returnPath(method)}${query}`, origin);
      const identified = provider.identify(returned, taken.proof);
      const identity = await identified.catch(refused(log, method));
      return await beginSession(engine, org, taken, identity);
    },
  };
}

/** The address to which a provider sends the browser back. */
export function returnPath(method: Method): string {
  return `/sign-in/${method}/back`;
}

function createProviders(settings: SignInSettings): ReadonlyMap<Method, IdentityProvider> {
  const { origin, oidc, github } = settings;
  const at = (method: Method) => `${origin}${returnPath(method)}`;
  const providers = [
    ...(oidc === undefined ? [] : [createOidcProvider(oidc, at("oidc"))]),
    ...(github === undefined ? [] : [createGithubProvider(github, at("github"))]),
  ];
  return new Map(providers.map((provider) => [provider.method, provider]));
}

function requireProvider(
  providers: ReadonlyMap<Method, IdentityProvider>,
  method: Method,
): IdentityProvider {
  const provider = providers.get(method);
  if (provider !== undefined) return provider;
  throw new CountersignError("not_found", `People do not sign in with ${method} here.`);
}

async function beginSession(
  engine: Engine,
  org: string,
  { method: via, invitation, administrator }: BegunSignIn,
  { issuer, subject }: Identity,
): Promise<NewSession> {
  const identity = { issuer, subject, via };
  if (administrator !== null) return await engine.signInAdministrator(administrator, identity);
  if (invitation === null) return await engine.signInPerson(org, identity);
  return await engine.acceptInvitation(org, invitation, identity);
}

/** The reason is for the log: it says nothing to the person, and too much to an attacker. */
function refused(log: Log, method: Method): (error: unknown) => never {
  return (error) => {
    if (error instanceof CountersignError) throw error;
    log({
      level: "warn",
      event: "sign_in_refused",
      fields: { cause: method, ...describeError(error) },
    });
    throw new CountersignError("forbidden", "The answer of the identity provider was refused.", {
      hint: "Sign in again. The engine's log has the reason: countersign server logs",
      cause: error,
    });
  };
}

function unreachable(log: Log, method: Method): (error: unknown) => never {
  return (error) => {
    log({
      level: "warn",
      event: "sign_in_failed",
      fields: { cause: method, ...describeError(error) },
    });
    throw new CountersignError("upstream_failed", "The identity provider does not respond.", {
      hint: "Try again later. The engine's log has the reason: countersign server logs",
      cause: error,
    });
  };
}
