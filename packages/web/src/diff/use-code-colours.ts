import {
  type ChangedFile,
  type DiffLine,
  detectLanguage,
  scopePaint,
  type Tints,
} from "@countersign/review";
import { useEffect, useRef, useState } from "react";
import type { DiffRow } from "./diff-rows.ts";
import type { HighlightAnswer, HighlightRequest, ScopedPart } from "./highlight.worker.ts";
import { rowLines } from "./row-lines.ts";
import { startHighlightWorker } from "./start-worker.ts";

/** Token kinds by line. A line without an entry is drawn plain. */
export type CodeColours = ReadonlyMap<DiffLine, Tints>;

/** Lines of a file that are highlighted together, and the lines before them, which may begin a comment. */
const CHUNK_LINES = 400;
const BEFORE = 60;
/** Longer lines are generated code. */
const MAX_LINE_LENGTH = 2_000;
/** Milliseconds after which a worker is given up: hostile code can take arbitrarily long. */
const TIMEOUT_MS = 5_000;
/** Milliseconds that the same rows must be in sight: a reader who jumps on needs no colours, and each costs a redraw. */
const REST_MS = 100;
const NONE: CodeColours = new Map();

type Pending = { lines: readonly DiffLine[]; skip: number; timer: ReturnType<typeof setTimeout> };

/** Highlights the code around the visible rows in a worker. Rows are drawn plain until then. */
export function useCodeColours(rows: readonly DiffRow[], first: number, last: number): CodeColours {
  const [colours, setColours] = useState(NONE);
  const highlighter = useRef<Highlighter | null>(null);
  useEffect(() => {
    const own = createHighlighter(setColours);
    highlighter.current = own;
    return () => own.close();
  }, []);
  const from = Math.floor(first / CHUNK_LINES) * CHUNK_LINES;
  const to = Math.ceil((last + 1) / CHUNK_LINES) * CHUNK_LINES;
  useEffect(() => {
    const timer = setTimeout(() => highlighter.current?.want(rows, from, to), REST_MS);
    return () => clearTimeout(timer);
  }, [rows, from, to]);
  return colours;
}

type Highlighter = {
  want(rows: readonly DiffRow[], from: number, to: number): void;
  close(): void;
};

function createHighlighter(
  setColours: (change: (known: CodeColours) => CodeColours) => void,
): Highlighter {
  const asked = new WeakSet<DiffLine>();
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let next = 0;
  const close = (): void => {
    for (const { timer } of pending.values()) clearTimeout(timer);
    pending.clear();
    worker?.terminate();
    worker = null;
  };
  const hear = ({ data: { id, parts } }: MessageEvent<HighlightAnswer>): void => {
    const request = pending.get(id);
    if (request === undefined) return;
    clearTimeout(request.timer);
    pending.delete(id);
    setColours((known) => {
      const all = new Map(known);
      for (const [at, line] of request.lines.entries())
        if (at >= request.skip) all.set(line, tintsOf(parts[at] ?? []));
      return all;
    });
  };
  const ask = (language: string, lines: readonly DiffLine[], skip: number): void => {
    if (worker === null) {
      worker = startHighlightWorker();
      worker.addEventListener("message", hear);
    }
    next += 1;
    pending.set(next, { lines, skip, timer: setTimeout(close, TIMEOUT_MS) });
    const texts = lines.map(({ text }) => (text.length > MAX_LINE_LENGTH ? "" : text));
    worker.postMessage({ id: next, language, lines: texts } satisfies HighlightRequest);
  };
  return {
    close,
    want(rows, from, to) {
      for (const { file, lines, skip } of runsOf(rows, from, to)) {
        const language = detectLanguage(file.path);
        if (language === null || lines.slice(skip).every((line) => asked.has(line))) continue;
        for (const line of lines.slice(skip)) asked.add(line);
        ask(language, lines, skip);
      }
    },
  };
}

/** The innermost kind with a paint of its own counts. */
function tintsOf(parts: readonly ScopedPart[]): Tints {
  return parts.flatMap(([from, to, scopes]) => {
    const paint = scopes.reduce<ReturnType<typeof scopePaint>>(
      (outer, scope) => scopePaint(scope) ?? outer,
      null,
    );
    return paint === null ? [] : [{ from, to, paint }];
  });
}

type Run = { file: ChangedFile; lines: DiffLine[]; skip: number };

/** Lists the code between two rows by file and version. A removed line belongs to the old version. */
function runsOf(rows: readonly DiffRow[], from: number, to: number): readonly Run[] {
  const start = Math.max(0, from - BEFORE);
  const runs = new Map<string, Run>();
  for (const [index, row] of rows.slice(start, to).entries()) {
    if (row.is !== "line" && row.is !== "pair") continue;
    for (const line of rowLines(row)) {
      const run = runOf(runs, row.file, line);
      if (run.lines.at(-1) !== line) run.lines.push(line);
      if (start + index < from) run.skip = run.lines.length;
    }
  }
  return [...runs.values()];
}

function runOf(runs: Map<string, Run>, file: ChangedFile, { sign }: DiffLine): Run {
  const name = `${sign === "-" ? "old" : "new"} ${file.path}`;
  const run = runs.get(name) ?? { file, lines: [], skip: 0 };
  runs.set(name, run);
  return run;
}
