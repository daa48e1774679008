import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { selectLook } from "../theme/look.ts";
import { type Screen, showProgram } from "./show-program.ts";

let lab: Lab;
let screen: Screen;
let written: string[];
let surface: { columns: number; rows: number; write(text: string): void };

beforeEach(async () => {
  lab = await openLab();
  written = [];
  surface = { columns: 120, rows: 40, write: (text) => written.push(text) };
  screen = showProgram(lab.program, selectLook("terminal", true, false), surface);
});
afterEach(() => {
  screen.close();
  lab.close();
});

describe("showProgram", () => {
  it("paints at once what a key changes, and nothing when nothing changes", async () => {
    expect(written.splice(0).join("")).toContain("REVIEW PENDING");
    lab.program.send({ type: "keys", keys: ["j"] });
    expect(written.splice(0)).toHaveLength(1);
    await lab.pass(100);
    expect(written).toEqual([]);
  });

  it("paints all of it on a terminal of another size, in that size", () => {
    written.length = 0;
    surface.columns = 80;
    surface.rows = 24;
    lab.program.send({ type: "keys", keys: ["j"] });
    const text = written.join("");
    expect(text).toContain("countersign");
    expect(text).toContain("┐");
    expect(text).not.toContain("─".repeat(80));
  });

  it("is silent while the terminal is lent, and then paints what has become of it", async () => {
    written.length = 0;
    await screen.away(async () => {
      lab.program.send({ type: "keys", keys: ["?"] });
      expect(written).toEqual([]);
    });
    expect(written.join("")).toContain("HELP");
  });

  it("is silent once it is closed, also when something that was lent comes back", async () => {
    const back = screen.away(() => Promise.resolve());
    screen.close();
    written.length = 0;
    lab.program.send({ type: "keys", keys: ["j"] });
    expect(written).toEqual([]);
    await back;
    expect(written).toEqual([]);
  });
});
