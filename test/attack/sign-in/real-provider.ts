import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createRequire } from "node:module";
import { listenHere } from "../listen-here.ts";

const require = createRequire(import.meta.url);

/** The part of the package that the tests use. It comes without types. */
type ProviderPackage = {
  Provider: new (issuer: string, options: object) => { callback(): RequestListener };
};
const { Provider }: ProviderPackage = require("oidc-provider");

/** The registration of our engine at each provider of the tests. */
export const CLIENT = { clientId: "countersign", clientSecret: "a-secret-of-the-tests" };

export type RealProvider = {
  issuer: string;
  /** Signs in as a browser would, and returns the address to which the provider sends it. */
  signIn(url: string, login: string): Promise<URL>;
  close(): Promise<void>;
};

/**
 * Runs a certified provider on loopback, with TLS if it has a certificate. Everyone who enters a name there has an
 * account of that name.
 */
export async function openRealProvider(
  redirectUri: string,
  certificate?: { key: Buffer; cert: Buffer },
): Promise<RealProvider> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const key = { ...privateKey.export({ format: "jwk" }), kid: "tests", use: "sig", alg: "RS256" };
  const answer: RequestListener = (request, response) => provider.callback()(request, response);
  const server =
    certificate === undefined ? createServer(answer) : createTlsServer(certificate, answer);
  const address = await listenHere(server);
  const issuer = certificate === undefined ? address : address.replace("http:", "https:");
  const { clientId, clientSecret } = CLIENT;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id }),
    }),
    cookies: { keys: ["of the tests"] },
    pkce: { required: () => true },
    jwks: { keys: [key] },
  });
  return {
    issuer,
    signIn: (url, login) => followPages(issuer, url, login),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const MAX_PAGES = 12;
const FORM = /<form[^>]* action="([^"]+)"/;
const PROMPT = /name="prompt" value="(\w+)"/;

/** Follows redirects and submits the forms for the name and the consent, until an address elsewhere comes up. */
async function followPages(issuer: string, url: string, login: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next: NextPage = { url };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await visit(next, jar);
    const location = response.headers.get("location");
    const to = location === null ? null : new URL(location, next.url);
    if (to !== null && to.origin !== issuer) return to;
    next = to === null ? fillForm(await response.text(), login) : { url: to.href };
  }
  throw new Error("The provider did not come to an end");
}

type NextPage = { url: string; form?: URLSearchParams };

async function visit({ url, form }: NextPage, jar: Map<string, string>): Promise<Response> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(url, {
    ...{ redirect: "manual", headers: { cookie } },
    ...(form !== undefined && { method: "POST", body: form }),
  });
  for (const set of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    jar.set(name, value);
  }
  return response;
}

function fillForm(page: string, login: string): NextPage {
  const [, action] = FORM.exec(page) ?? [];
  const [, prompt] = PROMPT.exec(page) ?? [];
  if (action === undefined || prompt === undefined)
    throw new Error(`The provider refused: ${page.slice(0, 2_000)}`);
  return { url: action, form: new URLSearchParams({ prompt, login, password: "any" }) };
}
