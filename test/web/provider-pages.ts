import type { Page } from "playwright-core";
import type { Hand } from "./hands.ts";
import { tabTo } from "./hands.ts";

type HandName = Hand["name"];

/** Signs in at the provider from the signed-out page. */
export async function signInAtProvider(
  page: Page,
  login: string,
  hand: HandName = "pointer",
): Promise<void> {
  await beginWith(page, /^Sign in with 127/, hand);
  await enterAccount(page, login, hand);
}

/** Takes one of the accounts that the signed-out page offers. */
export async function beginWith(page: Page, name: RegExp, hand: HandName): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.waitFor();
  if (hand === "pointer") await button.click();
  else await tabTo(page, (text) => name.test(text));
}

/** Enters a name and a password on the provider's page, and consents if it asks for that. */
export async function enterAccount(
  page: Page,
  login: string,
  hand: HandName = "pointer",
): Promise<void> {
  const provider = /^https?:\/\/127\.0\.0\.1:/;
  await page.waitForSelector("input[name=login]");
  if (hand === "pointer") {
    await page.fill("input[name=login]", login);
    await page.fill("input[name=password]", "any");
    await page.click("button[type=submit]");
  } else {
    await page.locator("input[name=login]:focus").waitFor();
    await page.keyboard.type(login);
    await page.keyboard.press("Tab");
    await page.keyboard.type("any");
    await page.keyboard.press("Enter");
  }
  const consent = page.waitForSelector("input[name=prompt][value=consent]", { state: "attached" });
  const back = page.waitForURL((url) => !provider.test(url.href));
  const isAsked = await Promise.race([consent.then(() => true), back.then(() => false)]);
  for (const late of [consent, back]) late.catch(() => undefined);
  if (!isAsked) return;
  if (hand === "pointer") await page.click("button[type=submit]");
  else {
    await page.locator("button[type=submit]:focus").waitFor();
    await page.keyboard.press("Enter");
  }
}

/** Returns the person as whom the page works. */
export async function actorOf(page: Page): Promise<string> {
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
  return await page.evaluate("fetch('/v1/me').then((me) => me.json()).then((me) => me.actor.id)");
}
