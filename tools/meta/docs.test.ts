import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { WEB_PAGE, webKeysTable } from "../generate/web-keys.ts";
import { ARCHITECTURE, fillBlock, wallsTable } from "../generate/write-docs.ts";
import { FOLDER_ORDER } from "./walls/walls.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT }).sort();
const RECORDS = PAGES.filter((page) => page.startsWith("docs/decisions/"));

it("ARCHITECTURE.md has the import table of walls.ts (npm run docs:walls)", () => {
  const text = readFileSync(ARCHITECTURE, "utf8");
  expect(text).toBe(fillBlock(text, "walls", wallsTable()));
});

it("docs/web.md has the keys that pages handle (npm run docs:walls)", () => {
  const text = readFileSync(WEB_PAGE, "utf8");
  expect(text).toBe(fillBlock(text, "keys", webKeysTable()));
});

it("ARCHITECTURE.md names only files of the core that exist", () => {
  const folders = (FOLDER_ORDER.core ?? []).join("|");
  const named = read("ARCHITECTURE.md").matchAll(
    new RegExp(`(?:^|[\\s\`(])((?:${folders})/(?:[\\w-]+/)*[\\w-]+\\.ts)`, "gm"),
  );
  const paths = [...named].map(([, path]) => `packages/core/src/${path}`);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(`${ROOT}/${path}`))).toEqual([]);
});

describe.each(PAGES)("%s", (page) => {
  const text = read(page);
  const folder = new URL(page, new URL("../../", import.meta.url));

  it("links only to what exists", () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to]) => to);
    expect(links.filter((to) => !existsSync(new URL(to ?? "", folder)))).toEqual([]);
  });

  it("names only files that exist", () => {
    const named = [...text.matchAll(/`((?:packages|tools|docs)\/[\w./-]+\.(?:ts|md|json))/g)];
    const paths = new Set(named.map(([, path]) => path ?? ""));
    expect([...paths].filter((path) => !existsSync(`${ROOT}/${path}`))).toEqual([]);
  });
});

it("decision records are numbered without a gap", () => {
  const expected = RECORDS.map((_, index) => String(index + 1).padStart(4, "0"));
  expect(RECORDS.map((path) => path.slice("docs/decisions/".length).slice(0, 4))).toEqual(expected);
});

it.each(RECORDS)("%s says context, decision and consequence in at most 40 lines", (path) => {
  const lines = read(path).trimEnd().split("\n");
  const headings = lines.filter((line) => line.startsWith("## "));
  expect(headings).toEqual(["## Context", "## Decision", "## Consequence"]);
  expect(lines.length).toBeLessThanOrEqual(40);
});

it("AGENTS.md stays short enough to be read every time", () => {
  expect(read("AGENTS.md").trimEnd().split("\n").length).toBeLessThanOrEqual(80);
});

function read(path: string): string {
  return readFileSync(`${ROOT}/${path}`, "utf8");
}
