import { afterEach, expect, it } from "vitest";
import { widthOf } from "../terminal/measure.ts";
import { safeText } from "../terminal/safe-text.ts";
import { writeRows } from "../terminal/write-rows.ts";
import { hostileSamples, hostileText, randomFrom } from "../testing/hostile-samples.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { times } from "../testing/times.ts";
import { THEMES } from "../theme/themes.ts";
import { draw } from "./draw.ts";

let lab: Lab | undefined;
afterEach(() => lab?.close());

const ESC = String.fromCodePoint(0x1b);
const OURS = new RegExp(`${ESC}\\[(?:0|1|2|7|3[0-7])m`, "gu");
/** Whatever a terminal obeys, and whatever a reader does not see. */
const FOREIGN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** How many texts of others are in one set of samples. */
const IN_A_SET = 5 * (7 + 2 * 14);
const SIZES = [
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
] as const;
const SCREENS = [
  ["R"],
  ["Enter"],
  ["D"],
  ["}"],
  ["Esc", "W"],
  ["Esc", "R"],
  ["Esc", "Esc", "Esc", "L"],
] as const;

function expectOnlyOurs(columns: number): void {
  if (lab === undefined) throw new Error("It is not open");
  const text = writeRows(draw(lab.model()), THEMES.terminal, false).replaceAll(OURS, "");
  for (const line of text.split("\n")) {
    expect(FOREIGN.exec(line)?.[0]).toBeUndefined();
    expect(widthOf(line)).toBeLessThanOrEqual(columns);
  }
}

it("draws hostile texts in every field as text, in every screen", async () => {
  const sets = Math.ceil(times(100_000, 2_000) / IN_A_SET);
  for (let set = 1; set <= sets; set += 1) {
    const size = SIZES[set % SIZES.length] ?? SIZES[0];
    lab?.close();
    lab = await openLab({ size, samples: hostileSamples(set) });
    expectOnlyOurs(size.columns);
    for (const keys of SCREENS) {
      await lab.press(...keys);
      expectOnlyOurs(size.columns);
    }
  }
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
  const places = [[], ["R"], ["R", "Enter"], ["R", "Enter", "D"]] as const;
  const letters = "AaRrXxYyUD1\r \n";
  for (const [index, keys] of places.entries()) {
    lab?.close();
    lab = await openLab();
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
