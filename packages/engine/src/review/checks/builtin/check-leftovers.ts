import { isTestPath } from "@countersign/core";
import type { CheckFinding } from "../findings/check-result.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import type { ChangeView, ViewedFile, ViewedLine } from "./view-change.ts";

const CONFLICT: CheckedRule = {
  id: "lo-conflict-01",
  severity: "critical",
  recommendation: "Choose the correct side and remove the markers.",
};
const TODO: CheckedRule = {
  id: "lo-todo-01",
  severity: "warning",
  recommendation: "Do it now, or reference the issue: TODO(#123) or TODO with a link.",
};
const DEBUG: CheckedRule = {
  id: "lo-debug-01",
  severity: "major",
  recommendation: "Remove it.",
};
const LOG: CheckedRule = {
  id: "lo-log-01",
  severity: "info",
  recommendation: "Remove it, or use the project's logger.",
};

const CONFLICT_SIDE = /^(?:<{7}|>{7}|\|{7})(?: \S|$)/;
const PROSE = /\.(?:md|mdx|rst|adoc|txt|html?|json|ya?ml|lock|csv|svg)$/i;

const OPEN_WORK = /(?:^|[^\w.])(?:TODO|FIXME|XXX|HACK)(?![\w-])/;
const COMMENT = /\/\/|\/\*|^\s*\*|#|--|<!--|;;|%/;
const REFERENCE = /#[0-9]+|\b[A-Z][A-Z0-9]{1,9}-[0-9]+\b|https?:\/\/|\b(?:cs|ch|bd)-[a-z0-9]{3,}\b/;

/** Statements by file extension that stop a program or run only some of its tests. */
const DEBUGGERS: readonly (readonly [files: RegExp, left: RegExp])[] = [
  [
    /\.(?:[cm]?[jt]sx?|vue|svelte)$/i,
    /^\s*debugger\s*;?\s*$|\{\s*debugger\s*;?\s*\}|\)\s*debugger\b/,
  ],
  [/\.(?:[cm]?[jt]sx?)$/i, /(?<![\w$.])(?:it|test|describe|context|suite)\.only\b/],
  [/\.py$/i, /(?<![\w.])(?:i?pdb\.set_trace|breakpoint)\(/],
  [/\.rb$/i, /^\s*(?:binding\.(?:pry|irb)|byebug)\s*$/],
  [/\.rs$/i, /(?<!\w)dbg!\(/],
  [/\.go$/i, /(?<!\w)(?:spew\.Dump|runtime\.Breakpoint)\(/],
  [/\.(?:java|kt)$/i, /\.printStackTrace\(\)/],
  [/\.php$/i, /(?<![\w>$])(?:var_dump|dd)\(/],
];

/** Focused tests. Outside of test files a function may be named `fit`. */
const FOCUSED = /(?<![\w$.])f(?:it|describe)\(/;
const SCRIPT = /\.[cm]?[jt]sx?$/i;

const LOGS = /(?<![\w$.])console\.(?:log|debug|trace|dir)\(/;
const LOGGING_FILE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/i;
const MAY_PRINT = /(?:^|\/)(?:bin|cli|scripts?|tools?|examples?|docs|bench)\//i;

/** Finds conflict markers, TODO comments without an issue, and debugging code. */
export function checkLeftovers({ files }: ChangeView): CheckFinding[] {
  return files.filter(({ fact }) => !fact.generated).flatMap(inFile);
}

function inFile(file: ViewedFile): CheckFinding[] {
  const { path } = file.fact;
  const found = (rule: CheckedRule, line: ViewedLine, message: string) =>
    ruleFinding(rule, "leftovers", { file: path, line }, message);
  const open = PROSE.test(path) ? [] : file.added.filter(isOpenWork);
  const printing = mayPrint(path) ? [] : file.added.filter(({ text }) => LOGS.test(text));
  return [
    ...file.added.filter(isConflict).map((it) => found(CONFLICT, it, "The line marks a conflict.")),
    ...open.map((it) => found(TODO, it, "The line leaves work open and names no issue.")),
    ...file.added
      .filter(({ text }) => stops(path, text))
      .map((it) => found(DEBUG, it, "The line is there for debugging alone.")),
    ...printing.map((it) => found(LOG, it, "The line writes to the console.")),
  ];
}

function isConflict({ text }: ViewedLine): boolean {
  return CONFLICT_SIDE.test(text.trimEnd());
}

function isOpenWork({ text }: ViewedLine): boolean {
  return OPEN_WORK.test(text) && COMMENT.test(text) && !REFERENCE.test(text);
}

function stops(path: string, text: string): boolean {
  if (SCRIPT.test(path) && isTestPath(path) && FOCUSED.test(text)) return true;
  return DEBUGGERS.some(([files, left]) => files.test(path) && left.test(text));
}

function mayPrint(path: string): boolean {
  return !LOGGING_FILE.test(path) || MAY_PRINT.test(path) || isTestPath(path);
}
