import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { CLIENT, openRealProvider } from "../attack/sign-in/real-provider.ts";
import { openSignInServer, PUBLIC } from "../attack/sign-in/sign-in-lab.ts";
import { ORG, openEngine } from "../engine/open-engine.ts";
import { openGithubStandIn } from "./github-stand-in.ts";
import { launchChromium } from "./open-browser.ts";
import { openTlsProxy } from "./tls-proxy.ts";

const PAGES = fileURLToPath(new URL("../../packages/web/dist", import.meta.url));
const HOST = new URL(PUBLIC).host;
const ACCOUNT = { id: 4_242 };

const { engine, admin } = await openEngine();
const provider = await openRealProvider(`${PUBLIC}/sign-in/oidc/back`);
const github = await openGithubStandIn(ACCOUNT);
const server = await openSignInServer(
  { engine },
  {
    ...{ org: ORG, origin: PUBLIC },
    oidc: { issuer: provider.issuer, ...CLIENT, isInsecure: true },
    github: { ...CLIENT, webUrl: github.url, apiUrl: github.url, isInsecure: true },
  },
  { pages: { directory: PAGES } },
);
const proxy = await openTlsProxy(HOST, server.url);
const browser: Browser = await launchChromium([
  `--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${proxy.port}`,
]);
afterAll(async () => {
  await browser.close();
  proxy.close();
  github.close();
  await provider.close();
});

async function invite(actor: string): Promise<string> {
  return (await engine.invitePerson(admin, { actor, canAdminister: false })).invitation;
}

/** Opens an address in a browser of its own. */
async function open(path = "/"): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(`${PUBLIC}${path}`);
  return page;
}

/** Enters a name at the provider, and consents. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByRole("button", { name: /^Sign in with 127/ }).click();
  await page.fill("input[name=login]", login);
  await page.fill("input[name=password]", "any");
  await page.click("button[type=submit]");
  await page.waitForSelector("input[name=prompt][value=consent]", { state: "attached" });
  await page.click("button[type=submit]");
}

async function actorOf(page: Page): Promise<string> {
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
  return await page.evaluate("fetch('/v1/me').then((me) => me.json()).then((me) => me.actor.id)");
}

describe("a person of a team in the browser", () => {
  it("accepts an invitation, and signs in with the account from then on", async () => {
    const invited = await open(`/#invitation=${await invite("mia")}`);
    await invited.getByText("You are invited").waitFor();
    expect(invited.url()).toBe(`${PUBLIC}/`);
    await signInAtProvider(invited, "mia-at-the-provider");
    expect(await actorOf(invited)).toBe("mia");

    const later = await open();
    await signInAtProvider(later, "mia-at-the-provider");
    expect(await actorOf(later)).toBe("mia");
    const cookies = (await later.context().cookies(PUBLIC)).filter(({ value }) => value !== "");
    expect(cookies).toMatchObject([
      { name: "__Host-countersign", httpOnly: true, secure: true, sameSite: "Strict", path: "/" },
    ]);
    expect(await later.evaluate("document.cookie + JSON.stringify(sessionStorage)")).toBe("{}");
  });

  it("signs in with GitHub, by the number of the account", async () => {
    const identity = { issuer: "https://github.com", subject: String(ACCOUNT.id) };
    await engine.acceptInvitation(ORG, await invite("gus"), { ...identity, via: "github" });
    const page = await open();
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    expect(await actorOf(page)).toBe("gus");
  });

  it("is refused without an invitation, and told who can invite them", async () => {
    const page = await open();
    await signInAtProvider(page, "mallory");
    await page.getByText("An administrator can invite you").waitFor();
    expect(await page.context().cookies(PUBLIC)).not.toContainEqual(
      expect.objectContaining({ name: "__Host-countersign" }),
    );
  });

  it("is told when the session was ended elsewhere", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    expect(await actorOf(page)).toBe("gus");
    await engine.removePerson(admin, "gus");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("Your session has ended.").waitFor();
    await page.getByRole("button", { name: "Sign in with GitHub" }).waitFor();
  });
});
