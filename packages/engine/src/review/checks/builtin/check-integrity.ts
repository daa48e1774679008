import {
  findHiddenText,
  findMixedWords,
  type HiddenText,
  normalize,
  oneLine,
  type RawChange,
  redactSecrets,
} from "@countersign/core";
import type { ShownDiff } from "../../../ports/shown-diff.ts";
import { type AddedLine, addedLines } from "../findings/added-lines.ts";
import type { CheckFinding } from "../findings/check-result.ts";
import { collidingNames, lookalikeLine, lookalikeNames } from "./lookalike-findings.ts";
import { type BuiltinFinding, unshownFindings } from "./unshown-findings.ts";

const MAX_QUOTED = 300;
const MAX_CODES = 5;

const KINDS: Readonly<
  Record<HiddenText["kind"], { severity: CheckFinding["severity"]; what: string }>
> = {
  bidi: { severity: "critical", what: "text that runs in another direction than it reads" },
  tag: { severity: "critical", what: "a message in invisible tags" },
  zero_width: { severity: "major", what: "characters without width" },
  control: { severity: "major", what: "control characters" },
  invisible: { severity: "major", what: "invisible characters" },
};

/** Kinds of hidden text, worst first. */
const ORDER: readonly HiddenText["kind"][] = ["bidi", "tag", "control", "zero_width", "invisible"];

/**
 * Reports content that a reader of the diff cannot see: entries without a diff, hidden text, lookalike words, and
 * paths that collide on other systems.
 */
export function checkIntegrity(
  change: RawChange,
  shown: ShownDiff,
  _policy: unknown,
  paths: readonly string[],
): BuiltinFinding[] {
  const binary = new Set(change.entries.filter(isBinary).map(({ path }) => path));
  return [
    ...unshownFindings(change, shown, normalize(change).unshown),
    ...change.entries.flatMap(hiddenName),
    ...lookalikeNames(change),
    ...collidingNames(change, paths),
    ...shown.files.filter(({ path }) => !binary.has(path)).flatMap(hiddenInFile),
  ];
}

function isBinary({ added }: RawChange["entries"][number]): boolean {
  return added === null;
}

function hiddenName({ path, status }: RawChange["entries"][number]): CheckFinding[] {
  const hidden = status === "deleted" ? [] : findHiddenText(path);
  if (hidden.length === 0) return [];
  const { severity, what } = worstKind(hidden);
  const message = `The name of the file has ${what}: ${oneLine(path, MAX_QUOTED)}`;
  return [{ severity, category: "integrity", file: path, message }];
}

function hiddenInFile({ path, patch }: ShownDiff["files"][number]): CheckFinding[] {
  const findings: CheckFinding[] = [];
  let unreadable: AddedLine | null = null;
  for (const line of addedLines(patch)) {
    if (!line.isText) unreadable ??= line;
    const hidden = findHiddenText(line.text, { startsFile: line.number === 1 });
    if (hidden.length > 0) findings.push(hiddenLine(path, line, hidden));
    const mixed = findMixedWords(line.text);
    if (mixed.length > 0) findings.push(lookalikeLine(path, line, mixed));
  }
  return unreadable === null ? findings : [...findings, notUtf8(path, unreadable)];
}

function hiddenLine(
  file: string,
  { number, text }: AddedLine,
  hidden: readonly HiddenText[],
): CheckFinding {
  const { severity, what } = worstKind(hidden);
  const codes = hidden.slice(0, MAX_CODES).map(codePointText);
  const rest = hidden.length > MAX_CODES ? ` and ${hidden.length - MAX_CODES} more` : "";
  return {
    severity,
    category: "integrity",
    file,
    line: number,
    quote: oneLine(redactSecrets(text), MAX_QUOTED),
    message: `The line has ${what}: ${codes.join(", ")}${rest}.`,
    recommendation: "Write what is meant in characters that can be seen.",
  };
}

function notUtf8(file: string, { number }: AddedLine): CheckFinding {
  return {
    severity: "warning",
    category: "integrity",
    file,
    line: number,
    message: "The text is not UTF-8, so that readers may see different things.",
    recommendation: "Save the file as UTF-8.",
  };
}

function worstKind(hidden: readonly HiddenText[]): (typeof KINDS)[HiddenText["kind"]] {
  const kind = ORDER.find((candidate) => hidden.some((found) => found.kind === candidate));
  return KINDS[kind ?? "invisible"];
}

function codePointText({ codePoint, column }: HiddenText): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")} at column ${column}`;
}
