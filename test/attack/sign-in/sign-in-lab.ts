import { afterAll } from "vitest";
import type { AppSettings } from "../../../packages/server/src/app.ts";
import { ask, type TestResponse } from "../../../packages/server/src/testing/ask.ts";
import { openServer } from "../../../packages/server/src/testing/open-server.ts";
import { type OpenEngine, ORG, openEngine } from "../../engine/open-engine.ts";
import { type LyingProvider, openLyingProvider } from "./lying-provider.ts";
import { CLIENT, openRealProvider, type RealProvider } from "./real-provider.ts";

export const PUBLIC = "https://cs.example";
const HOST = new URL(PUBLIC).host;
const SESSION = /__Host-countersign=(cs_[^;]+)/;

/** A browser that has begun a sign-in: where it was sent, and the cookie that it keeps. */
export type Begun = { url: string; cookie: string };

export type SignInServer = {
  /** Its address on loopback. */
  url: string;
  /** Sends a request as the TLS proxy would pass it on. */
  send(path: string, options?: SendOptions): Promise<TestResponse>;
  begin(path?: string): Promise<Begun>;
  /** Begins with an invitation. */
  beginInvited(invitation: string): Promise<Begun>;
  /** Comes back from the provider. */
  comeBack(to: URL, cookie: string): Promise<TestResponse>;
};

type SendOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
};

export type SignInLab = OpenEngine & {
  real: RealProvider;
  lying: LyingProvider;
  withReal: SignInServer;
  withLying: SignInServer;
  /** Counts everything that a sign-in creates. */
  count(): Promise<Record<string, number>>;
  /** Invites a person and binds the account to them, as an honest sign-in does. */
  bind(actor: string, issuer: string, subject: string, isAdmin?: boolean): Promise<void>;
};

/** Opens one engine behind two servers, each with a provider of its own. */
export async function openSignInLab(): Promise<SignInLab> {
  const opened = await openEngine();
  const real = await openRealProvider(`${PUBLIC}/sign-in/oidc/back`);
  const lying = await openLyingProvider();
  const { engine, admin, database } = opened;
  const open = async (issuer: string, org = ORG) => {
    const oidc = { issuer, ...CLIENT, isInsecure: true };
    return await openSignInServer(opened, { org, origin: PUBLIC, oidc });
  };
  const withReal = await open(real.issuer);
  const withLying = await open(lying.issuer);
  afterAll(async () => {
    await real.close();
    lying.close();
  });
  return {
    ...{ ...opened, real, lying, withReal, withLying },
    async count() {
      const { rows } = await database.owner.query(
        `SELECT (SELECT count(*)::int FROM countersign.credentials) AS credentials,
                (SELECT count(*)::int FROM countersign.sign_ins WHERE added IS NOT NULL) AS sign_ins,
                (SELECT count(*)::int FROM countersign.events) AS events`,
      );
      return rows[0];
    },
    async bind(actor, issuer, subject, isAdmin = false) {
      const { invitation } = await engine.invitePerson(admin, { actor, canAdminister: isAdmin });
      await engine.acceptInvitation(ORG, invitation, { issuer, subject, via: "oidc" });
    },
  };
}

export async function openSignInServer(
  { engine }: Pick<OpenEngine, "engine">,
  signIn: NonNullable<AppSettings["signIn"]>,
  more: Pick<AppSettings, "pages"> = {},
): Promise<SignInServer> {
  const mcp = async () => new Response("tools");
  const settings = { hosts: ["127.0.0.1", HOST], origins: [PUBLIC], signIn, mcp, ...more };
  const server = await openServer(engine, settings);
  afterAll(() => server.close());
  const send: SignInServer["send"] = (path, { method = "GET", headers, body } = {}) =>
    ask(server.url, {
      ...{ method, path },
      headers: withoutEmpty({
        host: HOST,
        ...(body !== undefined && { "content-type": "application/json", origin: PUBLIC }),
        ...headers,
      }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    url: server.url,
    send,
    async begin(path = "/sign-in/oidc") {
      const { headers } = await send(path);
      return { url: headers.location ?? "", cookie: cookiesOf(headers) };
    },
    async beginInvited(invitation) {
      const body = { method: "oidc", invitation };
      const { headers, text } = await send("/v1/signins", { method: "POST", body });
      return { url: JSON.parse(text).url, cookie: cookiesOf(headers) };
    },
    comeBack: ({ pathname, search }, cookie) =>
      send(`${pathname}${search}`, { headers: { cookie } }),
  };
}

/** An empty value leaves a header out. */
function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
}

function cookiesOf(headers: TestResponse["headers"]): string {
  return (headers["set-cookie"] ?? []).map((set) => set.split(";")[0]).join("; ");
}

/** Returns the token that a response puts into the session cookie. Null if it sets none. */
export function sessionOf({ headers }: TestResponse): string | null {
  return SESSION.exec((headers["set-cookie"] ?? []).join("\n"))?.[1] ?? null;
}
