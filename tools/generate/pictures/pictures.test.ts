import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { inUtc } from "../../../packages/tui/src/testing/in-utc.ts";
import { openLab } from "../../../packages/tui/src/testing/open-lab.ts";
import { TOUR_SAMPLES } from "../../../packages/tui/src/tour/sample-others.ts";
import { GROUND } from "./colours.ts";
import { drawLine } from "./draw-line.ts";
import { CELL, drawPicture, MARGIN } from "./draw-picture.ts";
import { COLUMNS, IMAGES, PICTURES } from "./pictures.ts";
import { EMPTY_CELL } from "./read-cells.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const MAX_BYTES = 150_000;

inUtc();

it("README.md and the documents show every picture, and none that does not exist", () => {
  const pages = globSync(["README.md", "docs/*.md"], { cwd: ROOT });
  const shown = pages.flatMap((page) => {
    const text = readFileSync(`${ROOT}/${page}`, "utf8");
    return [...text.matchAll(/!\[[^\]]+\]\((?:docs\/)?img\/([\w-]+)\.svg\)/g)].map(
      ([, name]) => name,
    );
  });
  const files = globSync("*.svg", { cwd: fileURLToPath(IMAGES) });
  const named = PICTURES.map(({ name }) => name).toSorted();
  expect([...new Set(shown)].toSorted()).toEqual(named);
  expect(files.map((file) => file.replace(/\.svg$/, "")).toSorted()).toEqual(named);
});

describe.each(PICTURES)("$name.svg", ({ name, title, seen, rows, way }) => {
  const read = (): string => readFileSync(new URL(`${name}.svg`, IMAGES), "utf8");

  it("is well-formed XML, small, and says what it shows", () => {
    const svg = read();
    expect(unreadable(svg)).toBe("");
    expect(Buffer.byteLength(svg)).toBeLessThan(MAX_BYTES);
    expect(svg).toContain(`<title id="title">${title}</title>`);
    expect(svg).toContain(`<desc id="desc">${seen}</desc>`);
  });

  it("holds the screen of today (npm run docs:pictures)", async () => {
    const lab = await openLab({ size: { columns: COLUMNS, rows }, samples: TOUR_SAMPLES });
    await lab.press(...way.flatMap(([keys]) => keys));
    // The first line of the board names the place, which the tour has none of.
    const from = name === "board" ? 1 : 0;
    const end = lab.lines().findLastIndex((line) => line !== "") + 1;
    expect(linesOf(read()).slice(from)).toEqual(lab.lines().slice(from, end).map(withoutLines));
    lab.close();
  });
});

const picture = { name: "x", title: "a < b", seen: "c & d", rows: 1, way: [] };

describe("a picture", () => {
  it("gives every letter its cell, also after wide ones, and escapes them", () => {
    const row = [
      { ...EMPTY_CELL, text: "<" },
      { ...EMPTY_CELL, text: "字", width: 2 },
      { ...EMPTY_CELL, width: 0 },
      { ...EMPTY_CELL, text: "&" },
    ];
    const svg = drawPicture(picture, [row]);
    expect(svg).toContain('<text x="16 25 43" y="55" fill="#dfe3ea">&lt;字&amp;</text>');
    expect(svg).toContain('<title id="title">a &lt; b</title>');
    expect(unreadable(svg)).toBe("");
  });

  it("draws bold, faint, inverse and each kind of colour", () => {
    const row = [
      { ...EMPTY_CELL, text: "b", bold: true },
      { ...EMPTY_CELL, text: "f", dim: true },
      { ...EMPTY_CELL, text: "i", inverse: true },
      { ...EMPTY_CELL, text: "n", ink: 2 },
      { ...EMPTY_CELL, text: "c", ink: 114 },
      { ...EMPTY_CELL, text: "g", ink: 244 },
      { ...EMPTY_CELL, text: "e", ink: "#102030", ground: 1 },
    ];
    const svg = drawPicture(picture, [row]);
    expect(svg).toContain('fill="#dfe3ea" class="b">b<');
    expect(svg).toContain('fill="#92959c">f<');
    expect(svg).toContain('<rect x="34" y="40" width="9" height="20" fill="#dfe3ea"/>');
    expect(svg).toContain('fill="#14171d">i<');
    expect(svg).toContain('fill="#6fce7c">n<');
    expect(svg).toContain('fill="#87d787">c<');
    expect(svg).toContain('fill="#808080">g<');
    expect(svg).toContain('<rect x="70" y="40" width="9" height="20" fill="#ff7b72"/>');
    expect(svg).toContain('fill="#102030">e<');
  });

  it("has sixteen colours that can be read on the ground", () => {
    const row = Array.from({ length: 16 }, (_, ink) => ({ ...EMPTY_CELL, text: "x", ink }));
    const inks = [...drawPicture(picture, [row]).matchAll(/fill="(#\w+)">x/g)].map(
      ([, ink]) => ink,
    );
    expect(inks).toHaveLength(16);
    expect(inks.filter((ink = "") => contrast(ink, GROUND) < 4.5)).toEqual([]);
  });

  it("draws the lines of boxes from edge to edge of their cells", () => {
    const place = { x: 10, y: 100, width: 9, height: 20 };
    expect(drawLine("─", place)).toBe("M14.5 110H19M14.5 110H10");
    expect(drawLine("┼", place)).toBe("M14.5 110V100M14.5 110H19M14.5 110V120M14.5 110H10");
    expect(drawLine("═", place)).toBe("M10 108h9M10 112h9");
    expect(drawLine("a", place)).toBeUndefined();
  });
});

/** As WCAG counts it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(lightOf).toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function lightOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

/** Where it stops being well-formed: the rest from there, or the tags that were left open. */
function unreadable(svg: string): string {
  const part = /<(\/?)([a-z]+)((?:\s[\w-]+="[^"<&]*")*)(\/?)>|[^<&]+|&(?:amp|lt|gt);/y;
  const open: string[] = [];
  while (part.lastIndex < svg.length) {
    const at = part.lastIndex;
    const found = part.exec(svg);
    const [, end, name, , alone] = found ?? [];
    if (found === null || (end === "/" && open.pop() !== name)) return svg.slice(at, at + 80);
    if (name !== undefined && end === "" && alone === "") open.push(name);
  }
  return open.join(" ");
}

/** The letters of a picture where they stand; the lines of boxes are no letters. */
function linesOf(svg: string): string[] {
  const height = Number(/viewBox="0 0 \d+ (\d+)"/.exec(svg)?.[1]);
  const rows = (height - MARGIN.top - MARGIN.left) / CELL.height;
  const lines = Array.from({ length: rows }, () => Array.from({ length: COLUMNS }, () => " "));
  for (const [, xs = "", y, text = ""] of svg.matchAll(
    /<text x="([^"]+)" y="(\d+)"[^>]*>([^<]*)</g,
  )) {
    const letters = [
      ...text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
    ];
    const row = lines[Math.floor((Number(y) - MARGIN.top) / CELL.height)];
    for (const [at, x] of xs.split(" ").entries()) {
      if (row !== undefined) row[(Number(x) - MARGIN.left) / CELL.width] = letters[at] ?? "";
    }
  }
  return lines.map((line) => line.join("").trimEnd());
}

function withoutLines(line: string): string {
  const place = { x: 0, y: 0, ...CELL };
  return [...line]
    .map((sign) => (drawLine(sign, place) === undefined ? sign : " "))
    .join("")
    .trimEnd();
}
