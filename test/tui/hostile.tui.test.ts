import { fileURLToPath } from "node:url";
import { afterEach, expect, inject, it } from "vitest";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";
import { readOutput } from "../../packages/tui/src/testing/read-output.ts";

const CWD = fileURLToPath(new URL(".", import.meta.url));
const ESC = String.fromCodePoint(0x1b);

/** Everything that the program itself has to say to a terminal, besides text. */
const OURS = new RegExp(
  `^(?:${[
    "[\\r\\n]",
    `${ESC}\\[[0-9;]*m`, // colours
    `${ESC}\\[[0-9]*(?:;[0-9]*)?[ABCDEFGHJK]`, // cursor and erasing
    `${ESC}\\[\\?(?:7|25|1000|1006|1049|2004|2026)[hl]`, // wrapping, cursor, pointer, own screen, pastes, frames
  ].join("|")})$`,
  "u",
);

/** As a terminal would take it apart. */
function foreign(output: string): string[] {
  return [...readOutput(output)].flatMap(({ is, text }) =>
    is === "text" || OURS.test(text) ? [] : [JSON.stringify(text)],
  );
}

let terminal: OpenTerminal;
afterEach(async () => {
  await terminal.close();
});

const SEEDS = Array.from(
  { length: Math.max(1, Math.ceil(10 * inject("scale"))) },
  (_, at) => at + 1,
);

it.each(SEEDS)("writes only its own sequences, whatever tasks are called (%i)", async (seed) => {
  terminal = openTerminal({
    command: process.execPath,
    args: [inject("sampleProgram"), "hostile", String(seed)],
    cwd: CWD,
    env: { PATH: process.env.PATH ?? "", MOUSE: "1" },
    columns: 120,
    rows: 40,
  });
  await terminal.until("REVIEW PENDING");
  await terminal.press("R");
  await terminal.until("REVIEW SUMMARY");
  await terminal.press("Enter");
  await terminal.until("REVIEW TASK");
  await terminal.press("D");
  await terminal.until("DIFF");
  await terminal.press("}", "J", "Esc");
  await terminal.until("REVIEW TASK");
  await terminal.press("W");
  await terminal.until("WHY");
  await terminal.press("Esc");
  await terminal.until("REVIEW TASK");
  await terminal.press("R");
  await terminal.until("REDO WITH FEEDBACK");
  await terminal.quiet();
  expect(foreign(terminal.output())).toEqual([]);
});
