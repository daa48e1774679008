import type { ParsedReport, ReportedProblem } from "./parsed-report.ts";
import { unreadableReport } from "./parsed-report.ts";

const MAX_LINES = 100_000;
const MAX_LINE = 8_000;
const ESCAPE = String.fromCodePoint(0x1b);
const COLOUR = new RegExp(`${ESCAPE}\\[[0-9;]{0,20}m`, "g");

/** `src/a.ts(1,7): error TS2322: …`, and as it is written for terminals: `src/a.ts:1:7 - error TS2322: …` */
const PLAIN = /^(\S.{0,4095}?)\(([0-9]{1,9}),[0-9]{1,9}\): (error|warning) (TS[0-9]{1,6}): (.*)$/;
const PRETTY = /^(\S.{0,4095}?):([0-9]{1,9}):[0-9]{1,9} - (error|warning) (TS[0-9]{1,6}): (.*)$/;
const WITHOUT_FILE = /^(error|warning) (TS[0-9]{1,6}): (.*)$/;

/** Reads what the TypeScript compiler prints. Lines of other kinds say nothing about the content. */
export function readTsc(text: string): ParsedReport {
  const lines = text.replaceAll(COLOUR, "").split(/\r?\n/);
  if (lines.length > MAX_LINES) return unreadableReport(`it has more than ${MAX_LINES} lines`);
  const said: (ReportedProblem & { message: string })[] = [];
  let goesOn = false;
  for (const line of lines) {
    const problem = problemOf(line.slice(0, MAX_LINE));
    const last = said.at(-1);
    if (problem !== null) said.push(problem);
    else if (goesOn && last !== undefined && /^ {2,}\S/.test(line)) {
      if (last.message.length < MAX_LINE) last.message += `\n${line.trim()}`;
    }
    goesOn = problem !== null || (goesOn && line.startsWith("  "));
  }
  return { ok: true, said, refused: [] };
}

function problemOf(line: string): (ReportedProblem & { message: string }) | null {
  const inFile = PLAIN.exec(line) ?? PRETTY.exec(line);
  if (inFile !== null) {
    const [, file, number, severity, category, message = ""] = inFile;
    return { severity, category, message, file, line: Number(number) };
  }
  const alone = WITHOUT_FILE.exec(line);
  if (alone === null) return null;
  const [, severity, category, message = ""] = alone;
  return { severity, category, message };
}
