import { expect, it } from "vitest";
import { createProgress, type ProgressInput } from "./progress.ts";

const ESCAPE = String.fromCodePoint(0x1b);

function told(as: ProgressInput["as"], usualMs: number | null = null): string {
  let text = "";
  const stream = { write: (more: string) => (text += more), columns: 60 };
  const progress = createProgress({ stream, as, usual: { of: () => usualMs } });
  progress.begin("read");
  progress.begin("review");
  progress.asked("unit");
  progress.asked(`lint${ESCAPE}[2J`);
  progress.ended("unit");
  progress.end();
  expect([...progress.took.keys()]).toEqual(["read", "review"]);
  return text;
}

it("draws one line per stage on a terminal, with the usual time, and ends each", () => {
  const text = told("live", 70_000);
  expect(text).toContain("read     0.0 s, usually 70 s\n");
  expect(text).toContain("review   1 of 2 answered  0.0 s, usually 70 s");
  expect(text.endsWith("\n")).toBe(true);
  expect(text.split("\n")).toHaveLength(3);
});

it("shows a name that would clear the screen, and keeps to the width", () => {
  const text = told("live");
  expect(text).not.toContain(`${ESCAPE}[2J`);
  for (const line of text.split(/\r|\n/)) {
    expect(line.replaceAll(`${ESCAPE}[2K`, "").length).toBeLessThan(120);
  }
});

it("says a line for each stage where there is no terminal, and nothing when it is to be quiet", () => {
  expect(told("lines")).toMatch(
    /^read {5}0\.0 s\nreview {3}1 of 2 answered {2}0\.0 s {2}waiting for lint.*\n$/,
  );
  expect(told("none")).toBe("");
});
