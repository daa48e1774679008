import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

/** What the virtual device holds, to use it on another page. */
type Credential = Awaited<ReturnType<typeof readCredentials>>[number];

type DeviceOptions = {
  /** Whether the device confirms a PIN, a fingerprint or a face. Default: it does. */
  isUserVerified?: boolean;
  /** Whether the person touches the device when it asks. Default: at once. */
  isTouched?: boolean;
  credentials?: readonly Credential[];
};

/** A page with a virtual device, as Chromium's own tools offer it. */
export type PageWithDevice = {
  page: Page;
  credentials(): Promise<Credential[]>;
  close(): Promise<void>;
};

/** Opens a page in a new context whose passkeys are in a virtual device. */
export async function openWithDevice(
  browser: Browser,
  url: string,
  options: DeviceOptions = {},
): Promise<PageWithDevice> {
  const context = await browser.newContext();
  const { page, session, authenticatorId } = await attachDevice(context, options);
  await page.goto(url);
  return {
    page,
    credentials: () => readCredentials(session, authenticatorId),
    close: () => context.close(),
  };
}

async function attachDevice(context: BrowserContext, options: DeviceOptions) {
  const { isUserVerified = true, isTouched = true, credentials = [] } = options;
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal" },
      ...{ hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified, automaticPresenceSimulation: isTouched },
    },
  });
  for (const credential of credentials)
    await session.send("WebAuthn.addCredential", { authenticatorId, credential });
  return { page, session, authenticatorId };
}

async function readCredentials(session: CDPSession, authenticatorId: string) {
  return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}
