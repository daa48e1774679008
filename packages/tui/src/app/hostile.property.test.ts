import { createRequire } from "node:module";
import { PANEL_IDS, type PanelId, safeText } from "@countersign/review";
import type * as Headless from "@xterm/headless";
import { afterEach, expect, it } from "vitest";
import { frontPanel } from "../model/panel-state.ts";
import { cellWidth } from "../terminal/measure.ts";
import { writeRows } from "../terminal/write-rows.ts";
import { AT_WORK } from "../testing/at-work.ts";
import { fullEngine, hostileEngine } from "../testing/hostile-engine.ts";
import { hostileSamples, hostileText, randomFrom } from "../testing/hostile-samples.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { readOutput } from "../testing/read-output.ts";
import { times } from "../testing/times.ts";
import { THEMES } from "../theme/themes.ts";
import { ON_TOUR } from "../tour/create-tour-store.ts";
import { TOUR_SAMPLES } from "../tour/sample-others.ts";
import { SAMPLES } from "../tour/sample-tasks.ts";
import { drawScreen } from "./draw-screen.ts";

const { Terminal }: typeof Headless = createRequire(import.meta.url)("@xterm/headless");

let lab: Lab | undefined;
afterEach(() => lab?.close());

const ESC = String.fromCodePoint(0x1b);
/** Every sequence that a frame may hold: the looks of the theme, and their end. */
const OURS: ReadonlySet<string> = new Set(
  ["0", ...Object.values(THEMES.terminal)].map((look) => `${ESC}[${look}m`),
);
/** Whatever a reader does not see, or does not see where it stands. */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const FOREIGN = new RegExp(`${UNSEEN.source}|\\p{Cc}`, "u");

const SIZES = [
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
] as const;
/** Back to the board from wherever it is. */
const BOARD = ["Esc", "Esc", "Esc", "Esc"] as const;
/** From screen to screen, so that all of them are seen. */
const SCREENS = [
  ["R"],
  ["Enter"],
  ["D"],
  ["}"],
  ["z"],
  ["s"],
  ["/", ..."a", "Enter"],
  ["b"],
  ["Esc", "J", "j", "V", "j", "c", "x", "Enter"],
  ["o", "Tab"],
  ["Esc", "W", "Tab"],
  ["t"],
  [...BOARD, "R", "Enter", "X", "n"],
  [...BOARD, "R", "Enter", "R", "1", "Tab", "x"],
  [...BOARD, "R", "A"],
  [...BOARD, "R", "4", "A"],
  [...BOARD, "R", "m"],
  [...BOARD, "t"],
  [...BOARD, "?"],
  [...BOARD, "L"],
  [...BOARD, "g", "Enter"],
  [...BOARD, "M"],
  [...BOARD, "S", "j"],
  ["Enter"],
  ["Space"],
  ["+"],
  ["Esc", "!"],
  ["Y"],
  ["G", "Enter"],
  ["j", "-"],
] as const;

function frame(): string {
  if (lab === undefined) throw new Error("It is not open");
  return writeRows(drawScreen(lab.model()), THEMES.terminal, false);
}

function expectOnlyOurs(output: string, columns: number): void {
  let text = "";
  for (const told of readOutput(output)) {
    if (told.is === "text") text += told.text;
    else if (told.text === "\n") text += "\n";
    else if (!OURS.has(told.text)) throw new Error(`It wrote ${JSON.stringify(told.text)}`);
  }
  for (const line of text.split("\n")) {
    expect(UNSEEN.exec(line)?.[0]).toBeUndefined();
    expect(cellWidth(line)).toBeLessThanOrEqual(columns);
  }
}

/** A terminal that obeys everything: nothing may ring, ask, be titled or leave the screen. */
async function expectCalm(output: string, columns: number, rows: number): Promise<void> {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
  const heard: string[] = [];
  terminal.onBell(() => heard.push("bell"));
  terminal.onTitleChange((title) => heard.push(`title ${title}`));
  terminal.onData((data) => heard.push(`answer ${JSON.stringify(data)}`));
  await new Promise<void>((resolve) => {
    terminal.write(output.replaceAll("\n", "\r\n"), resolve);
  });
  expect(heard).toEqual([]);
  expect(terminal.buffer.active.type).toBe("normal");
  terminal.dispose();
}

const CALM_EVERY = 10;

it("draws hostile texts in every field as text, in every screen", async () => {
  const wanted = times(100_000, 2_000);
  let texts = 0;
  const seen = new Set<PanelId>();
  for (let set = 1; texts < wanted; set += 1) {
    const size = SIZES[set % SIZES.length] ?? SIZES[0];
    lab?.close();
    let used = (): number => 0;
    lab = await openLab({
      size,
      confirmBatch: "unread",
      samples: hostileSamples(set),
      engine(tour) {
        const hostile = hostileEngine(fullEngine(tour), set, ON_TOUR);
        used = hostile.texts;
        return hostile.engine;
      },
    });
    expectOnlyOurs(frame(), size.columns);
    for (const keys of SCREENS) {
      await lab.press(...keys);
      seen.add(frontPanel(lab.model()));
      expectOnlyOurs(frame(), size.columns);
      if (set % CALM_EVERY === 1) await expectCalm(frame(), size.columns, size.rows);
    }
    texts += used();
  }
  expect(texts).toBeGreaterThanOrEqual(wanted);
  expect(PANEL_IDS.filter((panel) => !seen.has(panel))).toEqual([]);
});

it("makes any text safe, and leaves safe text alone", () => {
  const random = randomFrom(7);
  for (let at = 0; at < times(100_000, 5_000); at += 1) {
    const shown = safeText(hostileText(random), at % 2 === 0);
    expect(FOREIGN.exec(shown)?.[0]).toBeUndefined();
    expect(safeText(shown)).toBe(shown);
  }
});

it("decides nothing, whatever is pasted, marked or not, wherever it lands", async () => {
  const random = randomFrom(11);
  const places = [
    [[]],
    [["R"]],
    [["R", "Enter"]],
    [["R", "Enter", "D"]],
    [["R", "Enter", "W"]],
    [["R", "m"]],
    [["L"]],
    [["?"]],
    [["S"], TOUR_SAMPLES],
    [["Enter"], AT_WORK],
  ] as const;
  const letters = "AaRrXxYyUD1+-\r \n";
  for (const [index, [keys, samples = SAMPLES]] of places.entries()) {
    lab?.close();
    lab = await openLab({ samples });
    await lab.press(...keys);
    for (let at = 0; at < times(10_000, 400) / places.length; at += 1) {
      const length = 2 + Math.floor(random() * 40);
      const text = Array.from(
        { length },
        () => letters[Math.floor(random() * letters.length)],
      ).join("");
      await lab.pass(500);
      if ((at + index) % 2 === 0) lab.program.send({ type: "pasted", text });
      else
        lab.program.send({
          type: "keys",
          keys: [...text].map((one) => (one === "\r" ? "Enter" : one)),
        });
      const { token } = lab.model();
      lab.program.send({ type: "waited", token });
      await lab.settle();
      expect(lab.calls).toEqual([]);
      if (lab.left()) throw new Error("It left");
      await lab.press("Esc", "Esc", "Esc", ...keys);
    }
  }
});
