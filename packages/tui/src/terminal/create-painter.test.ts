import { createRequire } from "node:module";
import type * as Headless from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { createPainter } from "./create-painter.ts";

// It names its exports only for bundlers.
const { Terminal }: typeof Headless = createRequire(import.meta.url)("@xterm/headless");

/** A painter on a terminal's own parser. */
function open(columns = 10, rows = 4) {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
  const written: string[] = [];
  const painter = createPainter((text) => written.push(text));
  const screen = async (): Promise<string[]> => {
    await new Promise<void>((resolve) => terminal.write(written.splice(0).join(""), resolve));
    const buffer = terminal.buffer.active;
    return Array.from(
      { length: rows },
      (_, at) => buffer.getLine(at)?.translateToString(true) ?? "",
    );
  };
  return { terminal, painter, written, screen };
}

describe("createPainter", () => {
  it("brings the screen to the given lines, whatever was there", async () => {
    const { terminal, painter, screen } = open();
    await new Promise<void>((resolve) => terminal.write("old\r\nold\r\nold\r\nold", resolve));
    painter.paint(["one", "two"]);
    expect(await screen()).toEqual(["one", "two", "", ""]);
    painter.paint(["one", "2", "three"]);
    expect(await screen()).toEqual(["one", "2", "three", ""]);
    painter.paint(["1"]);
    expect(await screen()).toEqual(["1", "", "", ""]);
  });

  it("writes nothing where nothing changed, and otherwise only what did, in one piece", () => {
    const { painter, written } = open();
    painter.paint(["one", "two", "three"]);
    written.length = 0;
    painter.paint(["one", "two", "three"]);
    expect(written).toEqual([]);
    painter.paint(["one", "TWO", "three"]);
    expect(written).toHaveLength(1);
    expect(written[0]).toContain("TWO");
    expect(written[0]).not.toMatch(/one|three/);
  });

  it("fills a line to its last cell, and what is too wide does not run into the next", async () => {
    const { painter, screen } = open();
    painter.paint(["0123456789", "0123456789abc", "next"]);
    expect(await screen()).toEqual(["0123456789", "012345678c", "next", ""]);
    painter.paint(["9876543210", "short", "next"]);
    expect(await screen()).toEqual(["9876543210", "short", "next", ""]);
  });

  it("paints all of it once it was told to forget", async () => {
    const { terminal, painter, screen } = open();
    painter.paint(["one", "two"]);
    await screen();
    await new Promise<void>((resolve) => terminal.write("\u001b[2Jother", resolve));
    painter.forget();
    painter.paint(["one", "two"]);
    expect(await screen()).toEqual(["one", "two", "", ""]);
  });
});
