import { parseFinding, readSeverity, Severity } from "@countersign/core";
import type { ReadReport, ReportFinding, ReportFormat, ReportReader } from "@countersign/engine";
import { parseWholeNumber } from "./parse-whole-number.ts";
import type { ParsedReport, ReportedProblem } from "./parsed-report.ts";
import { unreadableReport } from "./parsed-report.ts";
import { readEslint } from "./read-eslint.ts";
import { readJunit } from "./read-junit.ts";
import { readRdjson, readRdjsonl } from "./read-rdjson.ts";
import { readSarif } from "./read-sarif.ts";
import { scanXml, type XmlElement } from "./scan-xml.ts";

const MAX_LINES = 100_000;
const MAX_LINE = 8_000;
const ESCAPE = String.fromCodePoint(0x1b);
const COLOUR = new RegExp(`${ESCAPE}\\[[0-9;]{0,20}m`, "g");

/** `src/a.ts(1,7): error TS2322: …`, or for terminals: `src/a.ts:1:7 - error TS2322: …` */
const PLAIN = /^(\S.{0,4095}?)\(([0-9]{1,9}),[0-9]{1,9}\): (error|warning) (TS[0-9]{1,6}): (.*)$/;
const PRETTY = /^(\S.{0,4095}?):([0-9]{1,9}):[0-9]{1,9} - (error|warning) (TS[0-9]{1,6}): (.*)$/;
const WITHOUT_FILE = /^(error|warning) (TS[0-9]{1,6}): (.*)$/;

/** Reads the output of the TypeScript compiler. Ignores all other lines. */
function readTsc(text: string): ParsedReport {
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

/** Checkstyle's severity of a suppressed finding. */
const NOTHING = "ignore";

/** Reads Checkstyle XML. */
function readCheckstyle(text: string): ParsedReport {
  const scanned = scanXml(text);
  if (!scanned.ok) return scanned;
  if (scanned.root.name !== "checkstyle") return unreadableReport("it is no Checkstyle report");
  const files = scanned.root.children.filter(({ name }) => name === "file");
  return { ok: true, said: files.flatMap(inFile), refused: [] };
}

function inFile(file: XmlElement): ReportedProblem[] {
  return file.children
    .filter(({ name, attributes }) => name === "error" && attributes.get("severity") !== NOTHING)
    .map(({ attributes }) => ({
      severity: attributes.get("severity") ?? "error",
      message: attributes.get("message"),
      category: attributes.get("source"),
      file: file.attributes.get("name"),
      line: parseWholeNumber(attributes.get("line")),
    }));
}

const READERS: Readonly<Record<ReportFormat, (text: string) => ParsedReport>> = {
  sarif: readSarif,
  rdjson: readRdjson,
  rdjsonl: readRdjsonl,
  junit: readJunit,
  checkstyle: readCheckstyle,
  eslint: readEslint,
  tsc: readTsc,
};

/** Below the maximum of one answer, to leave room for a finding about the omitted ones. */
const MAX_FINDINGS = 190;
const MAX_REFUSED = 20;

/** Reads the reports of linters, compilers and test runners. */
export function createReportReader(): ReportReader {
  return {
    read(format, text, directory) {
      const report = READERS[format](text);
      if (!report.ok) return report;
      const pathOf = format === "sarif" ? repositoryPathOfUri : repositoryPath;
      return collect(report, (path) => pathOf(path, directory));
    },
  };
}

function collect(
  { said, refused, tests }: Extract<ParsedReport, { ok: true }>,
  pathOf: (path: string) => string | null,
): ReadReport {
  const sorted = worstFirst(said);
  const findings: ReportFinding[] = [];
  const why = [...refused];
  for (const entry of sorted.slice(0, MAX_FINDINGS)) {
    const read = findingOf(entry, pathOf);
    if (typeof read === "string") why.push(read);
    else findings.push(read);
  }
  const more = Math.max(0, sorted.length - MAX_FINDINGS);
  const read = { findings, refused: why.slice(0, MAX_REFUSED), more };
  return { ok: true, ...read, ...(tests === undefined ? {} : { tests }) };
}

/**
 * Sorts by severity. Problems with an unknown severity come first, so that the limit does not drop
 * them.
 */
function worstFirst(said: readonly ReportedProblem[]): ReportedProblem[] {
  const ranks = new Map(said.map((entry) => [entry, rankOf(entry.severity)]));
  return said.toSorted((a, b) => (ranks.get(a) ?? -1) - (ranks.get(b) ?? -1));
}

function rankOf(word: unknown): number {
  if (typeof word !== "string" && typeof word !== "number") return -1;
  const severity = readSeverity(word, null);
  return severity === null || severity === "pass" ? -1 : Severity.options.indexOf(severity);
}

function findingOf(
  said: ReportedProblem,
  pathOf: (path: string) => string | null,
): ReportFinding | string {
  const { file, category, ...others } = said;
  const rest = Object.fromEntries(Object.entries(others).filter(([, it]) => it !== undefined));
  const path = typeof file === "string" && file.trim() !== "" ? pathOf(file.trim()) : undefined;
  if (path === null) return "a finding is about a file outside of the repository";
  const parsed = parseFinding(
    {
      ...rest,
      ...(path === undefined ? {} : { file: path }),
      ...(typeof category === "string" ? { category } : { category: "check" }),
    },
    null,
  );
  if (parsed.is === "finding") return parsed.finding;
  return `a finding was refused: ${parsed.is === "refused" ? parsed.reason : "it says nothing"}`;
}

const CONTROL = /[\p{Cc}\\]/u;
const SCHEME = /^[a-z][a-z0-9+.-]{1,20}:/i;
const FILE_SCHEME = /^file:\/\/(?:localhost)?(?=\/)/i;
const MAX_CHARS = 4_096;

/**
 * Converts a tool's path to a path in the repository; null if it is outside.
 *
 * Tools write paths relative to their working directory, or absolute ones. A path that leaves the
 * directory is refused even if it returns to it.
 */
function repositoryPath(path: string, directory: string): string | null {
  if (path.length > MAX_CHARS || CONTROL.test(path)) return null;
  const inside = path.startsWith("/") ? withoutRoot(path, directory) : path;
  return inside === null ? null : walk(inside);
}

/**
 * Converts a file URI to a path in the repository. Decodes percent signs and refuses other schemes.
 */
function repositoryPathOfUri(uri: string, directory: string): string | null {
  const isFile = FILE_SCHEME.test(uri);
  if (!isFile && (SCHEME.test(uri) || uri.startsWith("//"))) return null;
  try {
    return repositoryPath(decodeURIComponent(uri.replace(FILE_SCHEME, "")), directory);
  } catch {
    return null;
  }
}

function withoutRoot(path: string, directory: string): string | null {
  return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : null;
}

function walk(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? null : parts.join("/");
}
