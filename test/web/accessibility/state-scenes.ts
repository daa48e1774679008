import type { Page, Route } from "playwright-core";
import type { Scene } from "./scenes.ts";

/** Milliseconds until a page says that it still loads; it does so after five seconds. */
const SLOW_MS = 15_000;

type StateSource = {
  url: string;
  /** A task that waits for the person. */
  task: string;
  /** An agent submits another round of that task. */
  submitRound(): Promise<void>;
  /** Ends the engine. */
  kill(): Promise<void>;
};

/** The states of the pages that a working engine with work to review does not show, the last of them without it. */
export function listStates({ url, task, submitRound, kill }: StateSource): Scene[] {
  return [
    answered("empty inbox", url, "No agent has submitted anything yet", async (route) => {
      const response = await route.fetch();
      const inbox = await response.json();
      const counts = Object.fromEntries(Object.keys(inbox.counts ?? {}).map((name) => [name, 0]));
      await route.fulfill({ response, json: { ...inbox, items: [], counts } });
    }),
    answered("forbidden", url, "You may not see this", async (route) => {
      const message = "This token cannot read the inbox.";
      const about = { hint: null, docs: null, retryable: false, details: {} };
      await route.fulfill({
        status: 403,
        json: { error: { code: "forbidden", message, ...about } },
      });
    }),
    answered("loading", url, "Loading the inbox…", () => undefined),
    {
      name: "loading for long",
      async show(page) {
        await page.getByText("Still loading the inbox.").waitFor({ timeout: SLOW_MS });
      },
    },
    {
      name: "failed page",
      async show(page) {
        await page.unrouteAll();
        await page.route("**/assets/BoardPage*", (route) => route.abort());
        await page.goto(`${url}/board`);
        await page.getByRole("heading", { name: "This page failed" }).waitFor();
        await page.unrouteAll();
      },
    },
    {
      name: "newer round",
      async show(page) {
        await page.goto(`${url}/t/${task}`);
        await page.getByRole("toolbar", { name: "Decision" }).waitFor();
        await submitRound();
        await page.getByRole("button", { name: /^Show round/ }).waitFor();
      },
    },
    {
      name: "not live",
      async show(page) {
        await kill();
        await page.getByText(/^Not live since/).waitFor();
      },
    },
    {
      name: "engine not reachable",
      async show(page) {
        await page.getByRole("link", { name: "Why" }).click();
        await page.getByText(/^Cannot load/).waitFor({ timeout: SLOW_MS });
      },
    },
    {
      name: "signed out",
      async show(page) {
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByText("You signed out.").waitFor();
      },
    },
  ];
}

/** The inbox with another answer of the engine. */
function answered(
  name: string,
  url: string,
  sign: string,
  answer: (route: Route) => unknown,
): Scene {
  return {
    name,
    async show(page: Page) {
      await page.unrouteAll();
      await page.route(/\/v1\/inbox/, async (route) => void (await answer(route)));
      await page.goto(url);
      await page.getByText(sign).first().waitFor();
    },
  };
}
