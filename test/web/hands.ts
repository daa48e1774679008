import type { Page } from "playwright-core";

/** Keys that decide are ignored for a moment after the screen changed. */
const SETTLE_MS = 350;
const MAX_STEPS = 60;
/** Faster keys would be taken for a paste. */
const KEY_INTERVAL_MS = 30;

/** How a person works the pages: with a pointer, or with the keyboard alone. */
export type Hand = {
  name: "pointer" | "keyboard";
  /** Runs what a button or a key does. */
  press(page: Page, button: RegExp, key: string): Promise<void>;
  /** Writes into the text field of the open sheet. */
  write(page: Page, text: string): Promise<void>;
  /** Takes one of the choices of the open sheet. */
  choose(page: Page, name: string | RegExp): Promise<void>;
  /** Puts the cursor on the line of a change with this text. */
  chooseLine(page: Page, text: string): Promise<void>;
  /** Goes to the finding at this place, from the list beside the change. */
  chooseFinding(page: Page, place: string): Promise<void>;
};

const pointer: Hand = {
  name: "pointer",
  async press(page, button) {
    const dialog = page.getByRole("dialog");
    const around = (await dialog.count()) > 0 ? dialog : page;
    await around.getByRole("button", { name: button }).first().click();
  },
  async write(page, text) {
    await page.getByRole("dialog").getByRole("textbox").fill(text);
  },
  async choose(page, name) {
    await page.getByRole("dialog").getByRole("button", { name }).first().click();
  },
  async chooseLine(page, text) {
    await page.getByRole("row").filter({ hasText: text }).first().click();
  },
  async chooseFinding(page, place) {
    const list = page.getByRole("complementary", { name: /^Findings/ });
    await list.getByRole("button").filter({ hasText: place }).first().click();
  },
};

const keyboard: Hand = {
  name: "keyboard",
  async press(page, _, key) {
    await page.waitForTimeout(SETTLE_MS);
    await page.keyboard.press(key);
  },
  async write(page, text) {
    await page.getByRole("dialog").waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await page.keyboard.type(text);
  },
  async choose(page, name) {
    await page.getByRole("dialog").locator(":focus").waitFor({ state: "attached" });
    await page.waitForTimeout(SETTLE_MS);
    await pressUntilFocused(page, name);
    await page.keyboard.press("Enter");
  },
  async chooseLine(page, text) {
    const current = page.locator('tr[aria-current="true"]', { hasText: text });
    for (let step = 0; step < MAX_STEPS && (await current.count()) === 0; step += 1) {
      await page.keyboard.press("j");
      await page.waitForTimeout(KEY_INTERVAL_MS);
    }
  },
  chooseFinding: (page, place) => tabTo(page, (text) => text.startsWith(place)),
};

export const HANDS: readonly Hand[] = [pointer, keyboard];

/** Moves through the choices of a sheet until the named one has the focus. */
async function pressUntilFocused(page: Page, name: string | RegExp): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const text = await focusedText(page);
    return typeof name === "string" ? text.includes(name) : name.test(text);
  };
  for (const key of ["k", "j"])
    for (let step = 0; step < 8; step += 1) {
      if (await isThere()) return;
      await page.keyboard.press(key);
      await page.waitForTimeout(KEY_INTERVAL_MS);
    }
  throw new Error(`No choice is named ${name}`);
}

/** Moves the focus with Tab until it is on a button with such a text, and presses it. */
export async function tabTo(page: Page, isButton: (text: string) => boolean): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (isButton((await focusedText(page)).trim())) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error("No button has that text");
}

async function focusedText(page: Page): Promise<string> {
  return await page.evaluate(() => document.activeElement?.textContent ?? "");
}
