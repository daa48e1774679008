import { isLogEvent, logSentence } from "@countersign/engine";
import { EngineLogLine, type RawLine } from "../../local-engine/files/log-line.ts";
import { display } from "../../output/display.ts";
import type { PaintText, Style } from "../../output/style.ts";
import { timeText } from "../../output/words.ts";

type AnyLine = EngineLogLine | RawLine;

const PAINT: Readonly<Record<string, PaintText>> = { info: "faint", warn: "warn", error: "bad" };

/** A line of the log; what others wrote to the same file is kept as it is. */
export function readLogLine(line: string): AnyLine {
  try {
    return EngineLogLine.parse(JSON.parse(line));
  } catch {
    return { raw: line };
  }
}

/** A line for people: time, prefix, task and a sentence. */
export function logLineText(line: AnyLine, style: Style): string {
  if ("raw" in line) return display(line.raw, style);
  const { at, level, prefix, event, fields } = line;
  const { task, where } = fields;
  const said = isLogEvent(event) ? logSentence(event, fields) : event;
  const words = [
    timeText(Date.parse(at)),
    style.paint(PAINT[level] ?? "faint", level.padEnd(5)),
    prefix,
    task,
    said,
    where === undefined ? undefined : `(${where})`,
  ];
  return words
    .filter((word) => word !== undefined)
    .map((word, index) => (index === 1 ? String(word) : display(String(word), style)))
    .join(" ");
}
