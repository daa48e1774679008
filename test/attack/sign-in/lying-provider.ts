import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { listenHere } from "../listen-here.ts";
import { CLIENT } from "./real-provider.ts";

type Claims = Record<string, string | number | undefined>;

/** What the provider does differently from an honest one. */
export type Lie = {
  claims?: (honest: Claims) => Claims;
  header?: Record<string, string>;
  /** Signs with a key that is not among the published ones. */
  hasOtherKey?: boolean;
  /** Sends the token without its signature. */
  isUnsigned?: boolean;
};

export type LyingProvider = {
  issuer: string;
  /** Signs an account in and returns the address to which the browser goes back. */
  signIn(url: string, subject: string, lie?: Lie): URL;
  close(): void;
};

const newKey = (): KeyObject => generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
const HOUR_S = 3_600;

/** A provider of our own on loopback, which tells the truth unless it is asked to lie. */
export async function openLyingProvider(): Promise<LyingProvider> {
  const [key, otherKey] = [newKey(), newKey()];
  const codes = new Map<string, { subject: string; lie: Lie; asked: URLSearchParams }>();
  const { n, e, kty } = key.export({ format: "jwk" });
  const answers: Record<string, () => object> = {
    "/.well-known/openid-configuration": () => ({
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ["code"] },
      ...{ subject_types_supported: ["public"], code_challenge_methods_supported: ["S256"] },
      id_token_signing_alg_values_supported: ["RS256"],
    }),
    "/jwks": () => ({ keys: [{ n, e, kty, kid: "published", use: "sig", alg: "RS256" }] }),
  };
  const exchange = (form: URLSearchParams): object | null => {
    const found = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "");
    if (found?.asked.get("code_challenge") !== challenge.digest("base64url")) return null;
    const { subject, lie, asked } = found;
    const nowS = Math.floor(Date.now() / 1_000);
    const honest = {
      ...{ iss: issuer, sub: subject, aud: CLIENT.clientId, iat: nowS, exp: nowS + HOUR_S },
      ...{ nonce: asked.get("nonce") ?? undefined, auth_time: nowS, email: "ana@example.com" },
    };
    const claims = lie.claims?.(honest) ?? honest;
    const idToken = writeToken(claims, lie.hasOtherKey === true ? otherKey : key, lie);
    return { access_token: "any", token_type: "Bearer", expires_in: HOUR_S, id_token: idToken };
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const answer = path === "/token" ? exchange(await readForm(request)) : answers[path]?.();
    response.statusCode = (answer ?? null) === null ? 400 : 200;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer ?? { error: "invalid_grant" }));
  });
  const issuer = await listenHere(server);
  return {
    issuer,
    signIn(url, subject, lie = {}) {
      const asked = new URL(url).searchParams;
      const code = randomBytes(16).toString("hex");
      codes.set(code, { subject, lie, asked });
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({ code, state: asked.get("state") ?? "" }).toString();
      return back;
    },
    close: () => server.close(),
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return new URLSearchParams(Buffer.concat(pieces).toString("utf8"));
}

function writeToken(claims: Claims, key: KeyObject, { header, isUnsigned }: Lie): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const head = { alg: "RS256", kid: "published", typ: "JWT", ...header };
  const signed = `${encode(head)}.${encode(claims)}`;
  if (isUnsigned === true) return `${signed}.`;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}
