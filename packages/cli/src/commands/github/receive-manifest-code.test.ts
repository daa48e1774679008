import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { createAppManifest, newAppUrl } from "./app-manifest.ts";
import { receiveManifestCode } from "./receive-manifest-code.ts";

type Answer = { status: number; body: string; policy: string };

function get(address: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(address, { headers, method }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => {
        const policy = String(response.headers["content-security-policy"]);
        resolve({ status: response.statusCode ?? 0, body, policy });
      });
    });
    sent.on("error", reject).end();
  });
}

/** Begins the flow and returns its page and the state that the page sends to GitHub. */
async function begin(timeoutMs = 20_000) {
  let ready: (url: string) => void = () => undefined;
  const opened = new Promise<string>((resolve) => {
    ready = resolve;
  });
  const code = receiveManifestCode({
    ...{ webUrl: "https://github.com", organization: "acme", timeoutMs, onReady: ready },
    manifestFor: (redirectUrl) =>
      createAppManifest({ name: `it's "ours" <b>`, redirectUrl, publicUrl: null }),
  });
  code.catch(() => undefined);
  const url = await opened;
  const page = await get(url);
  const [, state = ""] = /state=([\w-]+)/.exec(page.body) ?? [];
  return { code, url, page, state };
}

describe("receiveManifestCode", () => {
  it("serves a page that posts the manifest to GitHub, and returns the code", async () => {
    const { code, url, page, state } = await begin();
    expect(page.body).toContain(
      'action="https://github.com/organizations/acme/settings/apps/new?state=',
    );
    expect(page.body).toContain("it&#39;s \\&quot;ours\\&quot; &lt;b&gt;");
    expect(page.policy).toContain("form-action https://github.com;");
    expect(state).toHaveLength(43);
    expect(await get(`${url}created?code=abc123&state=${state}`)).toMatchObject({ status: 200 });
    expect(await code).toBe("abc123");
    await expect(get(url)).rejects.toThrow("ECONNREFUSED");
  });

  it("ignores requests that do not belong to this attempt", async () => {
    const { code, url, state } = await begin();
    const right = `${url}created?code=abc123&state=${state}`;
    for (const refused of [
      get(`${url}created?code=evil&state=${"A".repeat(43)}`),
      get(`${url}created?code=evil`),
      get(`${url}created?state=${state}`),
      get(`${url}created?code=%0d%0aevil&state=${state}`),
      get(`${url}other?code=evil&state=${state}`),
      get(right, { host: "attacker.example" }),
      get(right, {}, "POST"),
    ])
      expect(await refused).toMatchObject({ status: 404 });
    await get(right);
    expect(await code).toBe("abc123");
  });

  it("ends after a while without an app", async () => {
    const { code } = await begin(300);
    await expect(code).rejects.toMatchObject({ code: "timed_out" });
  });
});

describe("createAppManifest", () => {
  const options = { name: "countersign-acme", redirectUrl: "http://127.0.0.1:9/created" };

  it("turns the webhook off for an engine without a public address", () => {
    expect(createAppManifest({ ...options, publicUrl: null })).toMatchObject({
      public: false,
      hook_attributes: { active: false },
    });
  });

  it("sends events to the public address of the engine", () => {
    const manifest = createAppManifest({ ...options, publicUrl: "https://cs.acme.dev" });
    expect(manifest.hook_attributes).toEqual({
      url: "https://cs.acme.dev/webhooks/github",
      active: true,
    });
  });

  it.each([
    ["https://github.com", null, "https://github.com/settings/apps/new?state=s"],
    [
      "https://git.acme.dev/",
      "a/b",
      "https://git.acme.dev/organizations/a%2Fb/settings/apps/new?state=s",
    ],
  ])("is posted to the page of %s for the owner %s", (webUrl, organization, expected) => {
    expect(newAppUrl(webUrl, organization, "s")).toBe(expected);
  });
});
