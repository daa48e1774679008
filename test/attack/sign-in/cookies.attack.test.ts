import { describe, expect, it } from "vitest";
import { ask } from "../../../packages/server/src/testing/ask.ts";
import { openServer } from "../../../packages/server/src/testing/open-server.ts";
import { openSignInLab, PUBLIC, sessionOf } from "./sign-in-lab.ts";

const lab = await openSignInLab();
const { engine, lying, withLying, withReal, real } = lab;
await lab.bind("mia", lying.issuer, "mia-1");
await lab.bind("kim", lying.issuer, "kim-1", true);
await lab.bind("kim", real.issuer, "kim", true);

async function sessionCookie(subject: string): Promise<string> {
  const { url, cookie } = await withLying.begin();
  const told = await withLying.comeBack(lying.signIn(url, subject), cookie);
  return `__Host-countersign=${sessionOf(told)}`;
}

const mia = await sessionCookie("mia-1");
const kim = await sessionCookie("kim-1");
const TASK = { title: "From a page", repo: "shop" };

describe("a session cookie", () => {
  it("reads and acts for the person, with the role of a person", async () => {
    const me = await withLying.send("/v1/me", { headers: { cookie: mia } });
    expect(JSON.parse(me.text)).toMatchObject({ role: "human", actor: { id: "mia" } });
    const options = { method: "POST", headers: { cookie: mia }, body: TASK };
    expect((await withLying.send("/v1/tasks", options)).status).toBe(200);
  });

  it.each([
    ["no origin", ""],
    ["another origin", "https://evil.example"],
    ["a subdomain", "https://a.cs.example"],
    ["the same name without TLS", "http://cs.example"],
    ["another port", `${PUBLIC}:8443`],
    ["an opaque origin", "null"],
  ])("changes nothing from a page with %s", async (_, origin) => {
    const before = await lab.count();
    const headers = { cookie: mia, origin };
    for (const told of [
      await withLying.send("/v1/tasks", { method: "POST", headers, body: TASK }),
      await withLying.send("/v1/session", { method: "DELETE", headers }),
    ])
      expect(told.status).toBe(403);
    expect(await lab.count()).toEqual(before);
  });

  it("is not accepted on loopback, nor in the company of another credential", async () => {
    const refused = [
      { host: "127.0.0.1", cookie: mia },
      { host: "cs.example:4711", cookie: mia },
      { authorization: "Bearer cs_wrong", cookie: mia },
      { authorization: "Basic x", cookie: mia },
      { cookie: `${mia}; ${kim}` },
      { cookie: mia.replace("__Host-", "") },
    ];
    for (const headers of refused)
      expect((await withLying.send("/v1/me", { headers })).status).toBe(401);
  });

  it("is not accepted by a server without a sign-in of people", async () => {
    const plain = await openServer(engine, { hosts: ["cs.example"], origins: [PUBLIC] });
    const headers = { host: "cs.example", cookie: mia };
    const { status } = await ask(plain.url, { method: "GET", path: "/v1/me", headers });
    await plain.close();
    expect(status).toBe(401);
  });

  it("does not authenticate an agent's tools", async () => {
    const options = { method: "POST", headers: { cookie: mia }, body: {} };
    expect((await withLying.send("/mcp", options)).status).toBe(401);
  });
});

describe("administration in a browser", () => {
  const PEOPLE = "/v1/people";
  const begin = async (cookie: string, server = withLying) => {
    const options = { method: "POST", headers: { cookie }, body: {} };
    const { status, headers, text } = await server.send("/v1/signins/admin", options);
    const state = (headers["set-cookie"] ?? []).map((set) => set.split(";")[0]).join("; ");
    return { status, url: JSON.parse(text).url as string, cookie: state };
  };
  const adminOf = (set: readonly string[] | undefined) =>
    /__Host-countersign-admin=(cs_[^;]+)/.exec((set ?? []).join("\n"))?.[1] ?? null;

  it("is refused to a session, and allowed for 15 minutes after a fresh sign-in", async () => {
    expect((await withLying.send(PEOPLE, { headers: { cookie: kim } })).status).toBe(403);
    const { url, cookie } = await begin(kim);
    const asked = new URL(url).searchParams;
    expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
    const told = await withLying.comeBack(lying.signIn(url, "kim-1"), cookie);
    const token = adminOf(told.headers["set-cookie"]);
    expect(sessionOf(told)).toBeNull();
    const both = `${kim}; __Host-countersign-admin=${token}`;
    expect((await withLying.send(PEOPLE, { headers: { cookie: both } })).status).toBe(200);
    const me = await withLying.send("/v1/me", { headers: { cookie: both } });
    expect(JSON.parse(me.text).role).toBe("human");
    const as = await engine.authenticate(token ?? "");
    const lines = await engine.tokens(lab.admin);
    const { expiresMs } = lines.find(({ id }) => id === as?.token) ?? {};
    expect(Math.abs((expiresMs ?? 0) - Date.now() - 15 * 60_000)).toBeLessThan(60_000);
  });

  it("ends with the session for which it was given", async () => {
    const session = await sessionCookie("kim-1");
    const { url, cookie } = await begin(session);
    const told = await withLying.comeBack(lying.signIn(url, "kim-1"), cookie);
    const token = adminOf(told.headers["set-cookie"]) ?? "";
    expect(await engine.authenticate(token)).toMatchObject({ role: "admin" });
    const options = { method: "DELETE", headers: { cookie: session, origin: PUBLIC } };
    expect((await withLying.send("/v1/session", options)).status).toBe(200);
    expect(await engine.authenticate(token)).toBeNull();
  });

  it.each([
    ["by a person who was not invited as an administrator", mia, "mia-1", {}],
    ["with the account of another person", kim, "mia-1", {}],
    ["with an old proof of identity", kim, "kim-1", { auth_time: 1_000 }],
    ["without the time of the proof", kim, "kim-1", { auth_time: undefined }],
  ])("is refused %s", async (_, session, subject, changed) => {
    const before = await lab.count();
    const { url, cookie } = await begin(session);
    const lie = { claims: (honest: object) => ({ ...honest, ...changed }) };
    const told = await withLying.comeBack(lying.signIn(url, subject, lie), cookie);
    expect(told.status).toBe(403);
    expect(told.headers["set-cookie"]).toBeUndefined();
    expect(await lab.count()).toEqual(before);
  });

  it("is given by a real provider, which asks again", async () => {
    const first = await withReal.begin();
    const session = sessionOf(
      await withReal.comeBack(await real.signIn(first.url, "kim"), first.cookie),
    );
    const { url, cookie } = await begin(`__Host-countersign=${session}`, withReal);
    const told = await withReal.comeBack(await real.signIn(url, "kim"), cookie);
    expect(adminOf(told.headers["set-cookie"])).toMatch(/^cs_acme_/);
  });
});
