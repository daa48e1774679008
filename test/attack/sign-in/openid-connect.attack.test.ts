import { describe, expect, it } from "vitest";
import type { TestResponse } from "../../../packages/server/src/testing/ask.ts";
import type { Lie } from "./lying-provider.ts";
import { openSignInLab, PUBLIC, sessionOf } from "./sign-in-lab.ts";

const lab = await openSignInLab();
const { real, lying, withReal, withLying } = lab;
await lab.bind("ana", real.issuer, "ana");
await lab.bind("ana", lying.issuer, "ana");

/** The address with which ana came back from an honest sign-in, as the history of a browser has it. */
const earlier = await withReal.begin();
const usedAddress = await real.signIn(earlier.url, "ana");
await withReal.comeBack(usedAddress, earlier.cookie);

/** Signs ana in at a provider that lies once. */
const lieOnce =
  (lie: Lie, subject = "ana") =>
  async (): Promise<TestResponse> => {
    const { url, cookie } = await withLying.begin();
    return await withLying.comeBack(lying.signIn(url, subject, lie), cookie);
  };

const DAY_S = 86_400;

/** Each attack ends with the response to the browser that came back. */
const ATTACKS: Record<string, () => Promise<TestResponse>> = {
  async "no state"() {
    const { url, cookie } = await withLying.begin();
    const back = lying.signIn(url, "ana");
    back.searchParams.delete("state");
    return await withLying.comeBack(back, cookie);
  },
  async "the state of another browser"() {
    const [own, other] = [await withLying.begin(), await withLying.begin()];
    return await withLying.comeBack(lying.signIn(other.url, "ana"), own.cookie);
  },
  async "a state without its cookie"() {
    const { url } = await withLying.begin();
    return await withLying.comeBack(lying.signIn(url, "ana"), "");
  },
  async "a state that was used"() {
    const { url, cookie } = await withLying.begin();
    await withLying.comeBack(lying.signIn(url, "mallory"), cookie);
    return await withLying.comeBack(lying.signIn(url, "ana"), cookie);
  },
  "a wrong nonce": lieOnce({ claims: (honest) => ({ ...honest, nonce: "another" }) }),
  "no nonce": lieOnce({ claims: ({ nonce: _, ...others }) => others }),
  async "a code of another sign-in, and so a wrong verifier"() {
    const [own, other] = [await withReal.begin(), await withReal.begin()];
    const back = await real.signIn(other.url, "ana");
    back.searchParams.set("state", new URL(own.url).searchParams.get("state") ?? "");
    return await withReal.comeBack(back, own.cookie);
  },
  "a wrong issuer": lieOnce({ claims: (honest) => ({ ...honest, iss: real.issuer }) }),
  "a token for another client": lieOnce({ claims: (honest) => ({ ...honest, aud: "other" }) }),
  "a key that the provider did not publish": lieOnce({ hasOtherKey: true }),
  "the algorithm none": lieOnce({ header: { alg: "none" }, isUnsigned: true }),
  "a signature of another algorithm": lieOnce({ header: { alg: "HS256" } }),
  "an expired token": lieOnce({
    claims: (honest) => ({ ...honest, exp: Number(honest.exp) - DAY_S }),
  }),
  async "a code that was used"() {
    const { url, cookie } = await withReal.begin();
    const used = new URL(usedAddress);
    used.searchParams.set("state", new URL(url).searchParams.get("state") ?? "");
    return await withReal.comeBack(used, cookie);
  },
  "an unknown subject": lieOnce({}, "mallory"),
  "a known e-mail address with another subject": lieOnce(
    { claims: (honest) => ({ ...honest, email: "ana@example.com", email_verified: 1 }) },
    "not-ana",
  ),
};

describe("a sign-in by OpenID Connect", () => {
  it("succeeds with an honest provider, and only then creates one session", async () => {
    const before = await lab.count();
    const { url, cookie } = await withReal.begin();
    const told = await withReal.comeBack(await real.signIn(url, "ana"), cookie);
    expect([told.status, told.headers.location]).toEqual([303, "/"]);
    const set = (told.headers["set-cookie"] ?? []).join("\n");
    expect(set).toMatch(
      /__Host-countersign=cs_acme_[\w-]{43}; Max-Age=43[12]\d\d; Path=\/; HttpOnly; Secure; SameSite=Strict/,
    );
    expect(sessionOf(await lieOnce({})())).toMatch(/^cs_acme_/);
    const { credentials = 0 } = before;
    expect(await lab.count()).toMatchObject({ credentials: credentials + 2, sign_ins: 2 });
  });

  it.each(Object.keys(ATTACKS))("is refused with %s, and creates nothing", async (name) => {
    const before = await lab.count();
    const told = await ATTACKS[name]?.();
    if (told === undefined) throw new Error("There is no such attack");
    expect([told.status, JSON.parse(told.text).error.code]).toEqual([403, "forbidden"]);
    expect(sessionOf(told)).toBeNull();
    expect(await lab.count()).toEqual(before);
  });

  it("returns to the public address and to its first page, whatever the request asks for", async () => {
    const wishes =
      "?redirect_uri=https://evil.example/&return=//evil.example&next=/%2f/evil.example";
    const { url, cookie } = await withReal.begin(`/sign-in/oidc${wishes}`);
    const asked = new URL(url).searchParams;
    expect(asked.get("redirect_uri")).toBe(`${PUBLIC}/sign-in/oidc/back`);
    const elsewhere = new URL(url);
    elsewhere.searchParams.set("redirect_uri", "https://evil.example/sign-in/oidc/back");
    await expect(real.signIn(elsewhere.href, "ana")).rejects.toThrow("redirect_uri");
    const back = await real.signIn(url, "ana");
    back.searchParams.set("return", "https://evil.example/");
    expect((await withReal.comeBack(back, cookie)).headers.location).toBe("/");
  });

  it("explains to an unknown person, as a page, that an administrator can invite them", async () => {
    const { url, cookie } = await withLying.begin();
    const { pathname, search } = lying.signIn(url, "<b>mallory</b>");
    const headers = { cookie, accept: "text/html" };
    const { status, text } = await withLying.send(`${pathname}${search}`, { headers });
    expect(status).toBe(403);
    expect(text).toContain("An administrator can invite you");
    expect(text).not.toContain("<b>");
  });

  it("does not exist on loopback, where no response sets a cookie", async () => {
    const headers = { host: "127.0.0.1" };
    const body = { method: "oidc" };
    for (const told of [
      await withReal.send("/sign-in/oidc", { headers }),
      await withReal.send("/sign-in/oidc/back?state=a&code=b", { headers }),
      await withReal.send("/sign-in/github"),
      await withReal.send("/v1/signins", {
        ...{ method: "POST", body },
        headers: { ...headers, origin: "" },
      }),
    ]) {
      expect([403, 404]).toContain(told.status);
      expect(told.headers["set-cookie"]).toBeUndefined();
    }
  });
});
