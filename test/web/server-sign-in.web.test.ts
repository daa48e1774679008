import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineFiles } from "../../packages/cli/src/local-engine/files/engine-files.ts";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { CLIENT, openRealProvider, type RealProvider } from "../attack/sign-in/real-provider.ts";
import { PUBLIC } from "../attack/sign-in/sign-in-lab.ts";
import { createHubCertificate } from "../hub/certificate.ts";
import { launchChromium } from "./open-browser.ts";
import { actorOf, signInAtProvider } from "./provider-pages.ts";
import { openTlsProxy, type TlsProxy } from "./tls-proxy.ts";

const HOST = new URL(PUBLIC).host;

let bench: Bench;
let provider: RealProvider;
let proxy: TlsProxy;
let browser: Browser;

beforeAll(async () => {
  bench = await openBench();
  const { caPath, ...certificate } = await createHubCertificate(bench.directory);
  provider = await openRealProvider(`${PUBLIC}/sign-in/oidc/back`, certificate);
  const secret = join(bench.directory, "secret");
  await writeFile(secret, `${CLIENT.clientSecret}\n`);
  const url = await startServer({
    NODE_EXTRA_CA_CERTS: caPath,
    COUNTERSIGN_OIDC_ISSUER: provider.issuer,
    COUNTERSIGN_OIDC_CLIENT_ID: CLIENT.clientId,
    COUNTERSIGN_OIDC_CLIENT_SECRET_FILE: secret,
  });
  proxy = await openTlsProxy(HOST, url);
  browser = await launchChromium([`--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${proxy.port}`]);
});
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await provider?.close();
  await bench?.close();
});

/** Runs the built program as a service manager does, and returns its address on loopback. */
async function startServer(env: Readonly<Record<string, string>>): Promise<string> {
  const child = bench.start(["server", "run", "--public-url", PUBLIC], { env });
  let errors = "";
  child.stderr?.on("data", (data) => {
    errors += String(data);
  });
  for (;;) {
    const text = await readFile(engineFiles(bench.data).run, "utf8").catch(() => null);
    if (text !== null) return JSON.parse(text).url;
    if (child.exitCode !== null) throw new Error(`The server ended: ${errors}`);
    await sleep(50);
  }
}

/** Runs a command of the administrator. */
async function administer(args: readonly string[]): Promise<ReturnType<typeof JSON.parse>> {
  const credentials = await readFile(engineFiles(bench.data).credentials, "utf8");
  const env = { COUNTERSIGN_TOKEN: JSON.parse(credentials).admin.token };
  const { code, out, err } = await bench.run(["--json", ...args], { env });
  expect(code, err).toBe(0);
  return JSON.parse(out).data;
}

describe("countersign server run with an identity provider", () => {
  it("invites a person, who signs in through the proxy, works and is removed", async () => {
    const { url } = await administer(["person", "invite", "mia"]);
    expect(url).toContain(`${PUBLIC}/#invitation=`);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByText("You are invited").waitFor();
    await signInAtProvider(page, "mia-at-the-provider");
    expect(await actorOf(page)).toBe("mia");

    const identity = { issuer: provider.issuer, subject: "mia-at-the-provider" };
    expect(await administer(["person", "list"])).toMatchObject([{ actor: "mia", identity }]);
    await page.reload();
    expect(await actorOf(page)).toBe("mia");

    await administer(["person", "remove", "mia"]);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("Your session has ended.").waitFor();
  });
});
