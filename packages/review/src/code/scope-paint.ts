import type { CodePaint } from "./tints.ts";

/** The paint of each highlighter class; other classes inherit the surrounding paint. */
const PAINTS: Readonly<Record<string, CodePaint>> = {
  keyword: "word",
  built_in: "word",
  literal: "word",
  doctag: "word",
  meta: "word",
  tag: "word",
  "selector-tag": "word",
  string: "quote",
  regexp: "quote",
  link: "quote",
  code: "quote",
  number: "number",
  symbol: "number",
  title: "name",
  section: "name",
  type: "name",
  attr: "name",
  attribute: "name",
  name: "name",
  "selector-class": "name",
  "selector-id": "name",
  comment: "remark",
  quote: "remark",
};

/** Returns the paint of the highlighter's name for a kind of token; null if it has none of its own. */
export function scopePaint(scope: string): CodePaint | null {
  return PAINTS[scope] ?? null;
}
