import axe from "axe-core";
import type { Page } from "playwright-core";
import { inject } from "vitest";

const THEMES = ["dark", "light", "blue-orange", "high-contrast"] as const;
type Theme = (typeof THEMES)[number];

/** Returns the themes in which a scene is checked: all of them, or one after the other in a short run. */
export function themesOf(scene: number): readonly Theme[] {
  return inject("scale") < 1 ? [THEMES[scene % THEMES.length] ?? "dark"] : THEMES;
}

/** The smallest side of a pointer target in pixels. */
const MIN_TARGET = 24;
/** The colour rules: colours are all that a theme changes. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** A narrow screen, and a screen of 1280 × 1024 pixels at 400 %. */
const NARROW = [
  { width: 320, height: 640 },
  { width: 320, height: 256 },
] as const;
const WIDE = { width: 1280, height: 800 };

/** Lists what is wrong with what is on screen, in these themes, with pointers, and on narrow screens. */
export async function listProblems(page: Page, themes: readonly Theme[]): Promise<string[]> {
  const problems: string[] = [];
  for (const theme of themes) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const found = await axeViolations(page, theme === themes[0] ? "all" : "colours");
    problems.push(...found.map((violation) => `${theme}: ${violation}`));
  }
  problems.push(...(await smallTargets(page)));
  for (const size of NARROW) {
    await page.setViewportSize(size);
    const found = [...(await sidewaysScrolls(page)), ...(await smallTargets(page))];
    problems.push(...found.map((problem) => `${size.width} × ${size.height}: ${problem}`));
  }
  await page.setViewportSize(WIDE);
  return problems;
}

/** Returns what axe finds, of any severity, with the elements. */
async function axeViolations(page: Page, rules: "all" | "colours"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return await page.evaluate(
    async (only) => {
      const run: typeof axe.run = Reflect.get(globalThis, "axe").run;
      const { violations } = await run(document, { resultTypes: ["violations"], ...only });
      return violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ html }) => `${impact} ${id}: ${html}`),
      );
    },
    rules === "colours" ? { runOnly: COLOUR_RULES } : {},
  );
}

/** Lists the pointer targets that are too small. Links in a sentence are as high as its lines. */
async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((minimum) => {
    const all = document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [role=option], [role=button]",
    );
    const isInSentence = (element: HTMLElement): boolean =>
      element.tagName === "A" &&
      getComputedStyle(element).display === "inline" &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim();
    const isHidden = (element: HTMLElement): boolean =>
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.classList.contains("sr-only");
    return [...all].flatMap((element) => {
      if (isHidden(element) || isInSentence(element)) return [];
      // A label is part of the target of its field.
      const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
      if (width >= minimum && height >= minimum) return [];
      return [`target of ${width} × ${height}: ${element.outerHTML.slice(0, 200)}`];
    });
  }, MIN_TARGET);
}

/** Lists what scrolls sideways. Tables of data may, within an area of their own that has a name. */
async function sidewaysScrolls(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const mayScroll = (element: Element): boolean =>
      element.matches("section[aria-label][tabindex='0'].overflow-x-auto");
    const scrolls = (element: Element): boolean =>
      element.scrollWidth > element.clientWidth + 1 &&
      (element === document.documentElement ||
        /auto|scroll/u.test(getComputedStyle(element).overflowX));
    return [...document.querySelectorAll("html, body *")]
      .filter((element) => scrolls(element) && !mayScroll(element))
      .map(
        (element) =>
          `scrolls sideways (${element.scrollWidth} in ${element.clientWidth}): ${element.outerHTML.slice(0, 200)}`,
      );
  });
}
