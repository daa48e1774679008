import { describe, expect, it } from "vitest";
import { createStyle } from "./style.ts";

const terminal = { isTTY: true, columns: 80 };

function colours(input: Partial<Parameters<typeof createStyle>[0]>): boolean {
  const style = createStyle({ color: "auto", ascii: false, env: {}, stream: terminal, ...input });
  return style.paint("bad", "x") !== "x";
}

describe("createStyle", () => {
  it.each([
    [true, {}],
    [false, { stream: {} }],
    [false, { env: { NO_COLOR: "1" } }],
    [true, { env: { NO_COLOR: "" } }],
    [true, { env: { FORCE_COLOR: "1" }, stream: {} }],
    [false, { env: { FORCE_COLOR: "0" } }],
    [false, { env: { NO_COLOR: "1", FORCE_COLOR: "1" } }],
    [false, { env: { TERM: "dumb" } }],
    [true, { color: "always", env: { NO_COLOR: "1" }, stream: {} }],
    [false, { color: "never" }],
  ] as const)("paints: %s, with %j", (expected, input) => {
    expect(colours(input)).toBe(expected);
  });

  it.each([
    [false, {}],
    [false, { LANG: "de_DE.UTF-8" }],
    [true, { LANG: "C" }],
    [true, { LANG: "de_DE.UTF-8", LC_ALL: "POSIX" }],
    [true, { COUNTERSIGN_ASCII: "1" }],
  ])("is ASCII alone: %s, with %j", (expected, env) => {
    const { ascii } = createStyle({ color: "auto", ascii: false, env, stream: terminal });
    expect(ascii).toBe(expected);
  });
});
