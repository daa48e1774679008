import { fileURLToPath } from "node:url";
import { afterEach, expect, inject, it } from "vitest";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

const CWD = fileURLToPath(new URL(".", import.meta.url));
const ESC = String.fromCodePoint(0x1b);

/** Everything that the program itself has to say to a terminal. */
const OURS = new RegExp(
  [
    `${ESC}\\[[0-9;]*m`, // colours
    `${ESC}\\[[0-9]*(?:;[0-9]*)?[ABCDEFGHJK]`, // cursor and erasing
    `${ESC}\\[\\?(?:25|1049|2004|2026)[hl]`, // cursor, own screen, marked pastes, whole frames
  ].join("|"),
  "gu",
);
const OBEYED = /[^\P{Cc}\r\n]/u;

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
    env: { PATH: process.env.PATH ?? "" },
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
  const rest = terminal.output().replaceAll(OURS, "");
  expect(OBEYED.exec(rest)?.[0]?.codePointAt(0)).toBeUndefined();
});
