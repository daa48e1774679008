import type { Page } from "playwright-core";

/** What can be on screen, and how a person gets there from the scene before. */
export type Scene = { name: string; show(page: Page): Promise<void> };

type SceneSource = {
  url: string;
  /** Tasks with findings, in the second round, held, and with a closed gate. */
  found: string;
  returned: string;
  held: string;
  failing: string;
};

/** A screen with room for two columns beside the lists. */
const TWO_COLUMNS = { width: 1900, height: 900 };

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const dialog = (page: Page) => page.getByRole("dialog");

/** A scene at an address, in which a text must be visible. */
function at(url: string, path: string, name: string, sign: string | RegExp): Scene {
  return {
    name,
    async show(page) {
      await page.goto(url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByText(sign).first().waitFor();
    },
  };
}

/** A dialog that a button of the page opens. */
function opened(name: string, title: string | RegExp, label: string | RegExp): Scene {
  return {
    name,
    async show(page) {
      await closeDialog(page);
      await button(page, label).click();
      await dialog(page).getByRole("heading", { name: title }).waitFor();
    },
  };
}

/** A dialog that a key opens. */
function pressed(name: string, title: string, key: string): Scene {
  return {
    name,
    async show(page) {
      await closeDialog(page);
      await page.keyboard.press(key);
      await dialog(page).getByRole("heading", { name: title }).waitFor();
    },
  };
}

async function closeDialog(page: Page): Promise<void> {
  if ((await dialog(page).count()) > 0) await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
}

export function listScenes(source: SceneSource): Scene[] {
  return [...inboxScenes(source), ...taskScenes(source), ...otherScenes(source)];
}

function inboxScenes({ url, found }: SceneSource): Scene[] {
  return [
    {
      name: "inbox",
      async show(page) {
        await page.goto(`${url}/`);
        await page.getByText(found).first().click();
        await page.getByRole("complementary", { name: `Preview of ${found}` }).waitFor();
      },
    },
    opened("batch approval", "Approve ready tasks", /^Approve ready tasks/),
    pressed("palette", "Commands", "Control+k"),
    {
      name: "palette without a match",
      async show(page) {
        await page.getByRole("combobox").fill("zzz");
        await page.getByText("No command matches.").waitFor();
      },
    },
    pressed("help", "Keys", "?"),
    opened("snooze", "Later", /^Later/),
    {
      name: "message with undo",
      async show(page) {
        await dialog(page).getByRole("button").first().click();
        await button(page, /^Undo/).waitFor();
      },
    },
    {
      name: "message",
      async show(page) {
        await button(page, /^Undo/).click();
        await page.getByText(/^Undone:/).waitFor();
      },
    },
    at(url, "/?q=zzz", "inbox without a match", "Clear the filter"),
  ];
}

function taskScenes({ url, found, returned, held, failing }: SceneSource): Scene[] {
  return [
    at(url, `/t/${found}`, "change", "export async function signIn"),
    {
      name: "comment",
      async show(page) {
        await page.getByRole("row").filter({ hasText: "export async function signIn" }).click();
        await button(page, /^Comment/).click();
        await dialog(page)
          .getByRole("heading", { name: /^Comment on/ })
          .waitFor();
      },
    },
    opened("reject", `Reject ${found}`, /^Reject/),
    opened("mode", "Review mode", /^Mode/),
    {
      name: "failure",
      async show(page) {
        await page.route("**/v1/**", async (route) => {
          if (route.request().method() === "POST") await route.abort();
          else await route.fallback();
        });
        await button(page, /^per-task/).click();
        await page.getByRole("alert").getByRole("button", { name: "Close" }).waitFor();
        await page.unrouteAll();
      },
    },
    opened("dismiss", /^Dismiss/, /^Dismiss/),
    opened("reviewers", "Reviewers and checks", "Reviewers and checks"),
    opened("redo", `Request changes: ${found}, round 1`, /^Request changes/),
    {
      name: "redo without a text",
      async show(page) {
        await button(page, /^Send to/).click();
        await dialog(page).getByText("Say at least one thing to change.").waitFor();
      },
    },
    {
      name: "change in two columns, with a search",
      async show(page) {
        await closeDialog(page);
        await page.setViewportSize(TWO_COLUMNS);
        await button(page, /^Split/).click();
        await page.getByLabel("Find in the change").fill("user");
        await page.locator(".diff mark").first().waitFor();
      },
    },
    at(url, `/t/${returned}`, "since the last review", /^Since round 1/),
    opened("rounds", "Compare rounds", /^Rounds/),
    at(url, `/t/${held}`, "held", held),
    opened("release", `Release ${held}`, /^Release/),
    at(url, `/t/${failing}`, "gate closed", "Override the gate"),
    opened("override", `Override the gate ${failing}`, /^Override the gate/),
  ];
}

function otherScenes({ url, found }: SceneSource): Scene[] {
  return [
    at(url, `/t/${found}/why`, "why", "What each mode would do"),
    at(url, `/t/${found}/timeline`, "timeline", found),
    at(url, `/t/${found}/raw`, "raw", found),
    at(url, "/board", "board", found),
    at(url, "/run", "run", "Request changes"),
    at(url, "/settings", "settings", "(this session)"),
    at(url, "/t/cs-zzzzzz", "not found", "Not found"),
    at(url, "/nothing", "no page", "There is no such page"),
  ];
}
