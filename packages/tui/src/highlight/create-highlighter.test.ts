import { afterEach, describe, expect, it, vi } from "vitest";
import { drawScreen } from "../app/draw-screen.ts";
import { writeRows } from "../terminal/write-rows.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { THEMES } from "../theme/themes.ts";
import { createHighlighter, type Highlighter } from "./create-highlighter.ts";

const LONG = { timeout: 20_000, interval: 20 };
const CODE = { language: "typescript", lines: ["const a = 1;"] };

let highlighter: Highlighter;
let lab: Lab | undefined;
afterEach(() => {
  lab?.close();
  lab = undefined;
  highlighter.close();
});

describe("createHighlighter", () => {
  it("answers from a thread of its own, and again and again", async () => {
    highlighter = createHighlighter();
    const first = await highlighter.highlight(CODE);
    expect(first?.[0]?.map(({ paint }) => paint)).toEqual(["word", "number"]);
    expect(await highlighter.highlight(CODE)).toEqual(first);
  });

  it("gives up in time on what takes too long, and goes on with what does not", async () => {
    highlighter = createHighlighter(1_000);
    const long = Array.from({ length: 100_000 }, (_, at) => `const a${at} = "${at}";`);
    expect(await highlighter.highlight({ language: "typescript", lines: long })).toBeNull();
    await vi.waitFor(async () => expect(await highlighter.highlight(CODE)).not.toBeNull(), LONG);
  });
});

describe("a change", () => {
  const screen = (): string =>
    lab === undefined ? "" : writeRows(drawScreen(lab.model()), THEMES.terminal, false);
  const ESC = String.fromCodePoint(0x1b);

  it("is plain first and coloured a moment later, with the same text", async () => {
    highlighter = createHighlighter();
    lab = await openLab({ highlighter });
    await lab.press("R", "Enter", "D");
    const before = lab.screen();
    await vi.waitFor(() => expect(screen()).toContain(`${ESC}[35mconst${ESC}[0m`), LONG);
    expect(lab.screen()).toBe(before);
    expect(writeRows(drawScreen(lab.model()), THEMES.mono, false)).not.toMatch(/\[3\dm/);
  });

  it("asks for each line once, however often it is looked at", async () => {
    let asked = 0;
    const real = createHighlighter();
    highlighter = {
      close: real.close,
      async highlight(code) {
        asked += 1;
        return await real.highlight(code);
      },
    };
    lab = await openLab({ highlighter });
    await lab.press("R", "Enter", "D");
    await vi.waitFor(() => expect(screen()).toContain(`${ESC}[35m`), LONG);
    await vi.waitFor(async () => {
      const before = asked;
      await lab?.press("PgDn", "PgUp", "j", "k");
      expect(asked).toBe(before);
    }, LONG);
    expect(asked).toBeLessThan(10);
  });

  it("stays plain where no answer comes, and is not asked for again", async () => {
    let asked = 0;
    highlighter = {
      close: () => undefined,
      async highlight() {
        asked += 1;
        return null;
      },
    };
    lab = await openLab({ highlighter });
    await lab.press("R", "Enter", "D");
    const before = asked;
    expect(before).toBeGreaterThan(0);
    await lab.press("j", "k", "j");
    expect(asked).toBe(before);
    expect(screen()).not.toContain(`${ESC}[35m`);
  });
});
