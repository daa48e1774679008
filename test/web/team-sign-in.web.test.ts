import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { CLIENT, openRealProvider } from "../attack/sign-in/real-provider.ts";
import { openSignInServer, PUBLIC } from "../attack/sign-in/sign-in-lab.ts";
import { ORG, openEngine } from "../engine/open-engine.ts";
import { listProblems, themesOf } from "./accessibility/check-page.ts";
import { openGithubStandIn } from "./github-stand-in.ts";
import { launchChromium } from "./open-browser.ts";
import { actorOf, beginWith, enterAccount, signInAtProvider } from "./provider-pages.ts";
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

async function invite(actor: string, canAdminister = false): Promise<string> {
  return (await engine.invitePerson(admin, { actor, canAdminister })).invitation;
}

/** The faults of each page that a person without a session sees. */
const problems: Record<string, readonly string[]> = {};

async function checkAccess(name: string, page: Page): Promise<void> {
  problems[name] = await listProblems(page, themesOf(Object.keys(problems).length));
}

/** Opens an address in a browser of its own. */
async function open(path = "/"): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(`${PUBLIC}${path}`);
  return page;
}

describe("a person of a team in the browser", () => {
  it.each([
    ["pointer", "mia"],
    ["keyboard", "lea"],
  ] as const)(
    "accepts an invitation by %s, and signs in with the account from then on",
    async (hand, name) => {
      const invited = await open(`/#invitation=${await invite(name)}`);
      await invited.getByText("You are invited").waitFor();
      expect(invited.url()).toBe(`${PUBLIC}/`);
      await checkAccess("invitation", invited);
      await signInAtProvider(invited, `${name}-at-the-provider`, hand);
      expect(await actorOf(invited)).toBe(name);

      const later = await open();
      await later.getByRole("button", { name: "Sign in with GitHub" }).waitFor();
      await checkAccess("sign-in", later);
      await signInAtProvider(later, `${name}-at-the-provider`, hand);
      expect(await actorOf(later)).toBe(name);
      const cookies = (await later.context().cookies(PUBLIC)).filter(({ value }) => value !== "");
      expect(cookies).toMatchObject([
        { name: "__Host-countersign", httpOnly: true, secure: true, sameSite: "Strict", path: "/" },
      ]);
      expect(await later.evaluate("document.cookie + JSON.stringify(sessionStorage)")).toBe("{}");
    },
  );

  it("signs in with GitHub, by the number of the account", async () => {
    const identity = { issuer: "https://github.com", subject: String(ACCOUNT.id) };
    await engine.acceptInvitation(ORG, await invite("gus"), { ...identity, via: "github" });
    for (const hand of ["pointer", "keyboard"] as const) {
      const page = await open();
      await beginWith(page, /^Sign in with GitHub/, hand);
      expect(await actorOf(page)).toBe("gus");
    }
  });

  it("is refused without an invitation, and told who can invite them", async () => {
    const page = await open();
    await signInAtProvider(page, "mallory");
    await page.getByText("An administrator can invite you").waitFor();
    await checkAccess("refusal", page);
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
    await checkAccess("ended session", page);
  });

  it("administers people in the settings after a fresh sign-in", async () => {
    const identity = { issuer: provider.issuer, subject: "kim-1", via: "oidc" } as const;
    await engine.acceptInvitation(ORG, await invite("kim", true), identity);
    const page = await open();
    await signInAtProvider(page, "kim-1");
    expect(await actorOf(page)).toBe("kim");
    await page.getByRole("link", { name: "Settings" }).click();
    const people = page.getByRole("region", { name: "People" });
    await people.getByRole("button", { name: "Sign in again" }).click();
    await enterAccount(page, "kim-1");
    await people.getByText(`kim-1 at ${provider.issuer}, administrator`).waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings");

    await people.getByLabel("Name").fill("zoe");
    await people.getByRole("button", { name: "Invite" }).click();
    const link = await people.getByLabel("Invitation of zoe").inputValue();
    await people.getByText("zoe invited until").waitFor();
    await checkAccess("people", page);
    const invited = await open(link.replace(PUBLIC, ""));
    await signInAtProvider(invited, "zoe-1");
    expect(await actorOf(invited)).toBe("zoe");

    await page.reload();
    await people.getByText(`zoe-1 at ${provider.issuer}`).waitFor();
    await people.getByRole("button", { name: "Remove zoe" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove zoe" }).click();
    await page.getByText("Removed zoe. Their sessions have ended.").waitFor();
    await people.getByText("zoe-1").waitFor({ state: "detached" });
    await invited.getByRole("link", { name: "Settings" }).click();
    await invited.getByText("Your session has ended.").waitFor();
  });

  it("is refused administration without an invitation to it", async () => {
    const page = await open();
    await signInAtProvider(page, "mia-at-the-provider");
    expect(await actorOf(page)).toBe("mia");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Sign in again" }).click();
    await enterAccount(page, "mia-at-the-provider");
    await page.getByText("mia was not invited as an administrator.").waitFor();
  });

  it("has met no fault of accessibility on the pages before a sign-in", () => {
    const none = { invitation: [], "sign-in": [], refusal: [], "ended session": [], people: [] };
    expect(problems).toEqual(none);
  });
});
