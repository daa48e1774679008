import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openBrowser } from "./open-browser.ts";
import { openSampleShop } from "./open-sample-shop.ts";

const IMAGES = fileURLToPath(new URL("../../docs/img", import.meta.url));
const THEMES = ["dark", "light"] as const;
const MAX_BYTES = 150_000;
/** Milliseconds until code is coloured and the preview is loaded. */
const DRAWN_MS = 2_000;

/** The pictures of the pages: `npm run docs:web-pictures` draws them again. */
describe.runIf(process.env.PICTURES !== undefined)("the pictures of the pages", () => {
  it("are drawn from a real engine in two themes", async () => {
    const { stage, returned, found } = await openSampleShop();
    const lab = await openBrowser(stage.bench);
    try {
      const page = await lab.openPage();
      await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
      await page.setViewportSize({ width: 1280, height: 660 });
      for (const theme of THEMES)
        for (const [name, path] of [
          ["inbox", "/"],
          ["task", `/t/${found}`],
          ["since", `/t/${returned}`],
          ["why", `/t/${found}/why`],
        ] as const) {
          await page.evaluate(
            (stored) => localStorage.setItem("countersign.settings", stored),
            JSON.stringify({ theme }),
          );
          await page.goto(lab.url + path);
          await page.getByRole("link", { name: "Board" }).waitFor();
          await page.waitForTimeout(DRAWN_MS);
          const file = `${IMAGES}/web-${name}-${theme}.png`;
          await page.screenshot({ path: file });
          expect((await stat(file)).size, file).toBeLessThan(MAX_BYTES);
        }
      expect(lab.violations).toEqual([]);
    } finally {
      await lab.close();
      await stage.bench.close();
    }
  });
});
