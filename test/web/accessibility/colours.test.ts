import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const STYLES = new URL("../../../packages/web/src/", import.meta.url);
const CSS = readFileSync(new URL("style.css", STYLES), "utf8");
const DIFF_CSS = readFileSync(new URL("diff/diff.css", STYLES), "utf8");
const THEMES = ["dark", "light", "blue-orange", "high-contrast"];
/** The share of the sign's colour behind changed words in percent. */
const WORD_SHARE = Number(/--added-sign\) (\d+)%/u.exec(DIFF_CSS)?.[1]);

/** WCAG's minimum for text, and for borders and the focus. */
const TEXT = 4.5;
const BORDER = 3;
/** The minimum of every text on a panel. */
const TEXT_ON_PANEL = 5.5;

const TEXTS = ["ink", "muted", "accent", "ok", "warning", "major", "critical"];
/** The colours of code, which also lie on added and removed lines. */
const CODE = ["ink", "accent", "ok", "warning", "major", "muted"];

type Tokens = Readonly<Record<string, string>>;
type Channels = readonly [number, number, number];

/** Returns the tokens of a theme. Those that it does not set are the dark ones. */
function readTokens(theme: string): Tokens {
  const tokens: Record<string, string> = {};
  for (const [, selector = "", body = ""] of CSS.matchAll(/(:root[^{]*)\{([^}]*)\}/gu))
    if (selector.includes('"dark"') || selector.includes(`"${theme}"`))
      for (const [, name = "", value = ""] of body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/gu))
        tokens[name] = value;
  return tokens;
}

function channels(colour: string): Channels {
  const [red = "", green = "", blue = ""] = colour.slice(1).match(/../gu) ?? [];
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** WCAG's relative luminance. */
function luminance(colour: Channels): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Channels, other: Channels): number {
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  return (bright + 0.05) / (dark + 0.05);
}

function mix(front: Channels, back: Channels, share: number): Channels {
  return front.map((channel, at) => channel * share + (back[at] ?? 0) * (1 - share)) as [
    number,
    number,
    number,
  ];
}

/** Every pair of colours that the pages draw on each other, with the minimum of its contrast. */
function listPairs(tokens: Tokens): [name: string, ratio: number, minimum: number][] {
  const colour = (name: string): Channels => channels(tokens[name] ?? "");
  const pair = (front: string, back: string, minimum: number): [string, number, number] => [
    `${front} on ${back}`,
    contrast(colour(front), colour(back)),
    minimum,
  ];
  const onWord = (front: string, side: string): [string, number, number] => [
    `${front} on a changed word of ${side}`,
    contrast(colour(front), mix(colour(`${side}-sign`), colour(side), WORD_SHARE / 100)),
    TEXT,
  ];
  const sides = ["added", "removed"];
  return [
    ...TEXTS.flatMap((text) => [
      pair(text, "page", TEXT),
      pair(text, "panel", TEXT_ON_PANEL),
      pair(text, "selected", TEXT),
    ]),
    ...sides.flatMap((side) => [
      ...CODE.map((text) => pair(text, side, TEXT)),
      onWord("ink", side),
      pair(`${side}-sign`, side, TEXT),
      pair(`${side}-sign`, "panel", TEXT),
    ]),
    pair("on-accent", "accent", TEXT),
    ...["page", "panel"].map((back) => pair("edge", back, BORDER)),
    ...["page", "panel", "selected", ...sides].map((back) => pair("focus", back, BORDER)),
  ];
}

describe("the colours of the pages", () => {
  it.each(THEMES)("have at least the contrast of the guidelines in the theme %s", (theme) => {
    const pairs = listPairs(readTokens(theme));
    const low = pairs.filter(([, ratio, minimum]) => !(ratio >= minimum));
    expect(pairs.length).toBeGreaterThan(40);
    expect(low).toEqual([]);
  });

  it("has a contrast of 21 between black and white, and of 1 between equal colours", () => {
    expect(contrast(channels("#000000"), channels("#ffffff"))).toBeCloseTo(21);
    expect(contrast(channels("#777777"), channels("#777777"))).toBe(1);
  });
});
