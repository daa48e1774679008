import {
  type Change,
  type ChangedFile,
  type DiffLine,
  detectLanguage,
  foldReason,
  hunksWithContext,
  scopePaint,
  type Tints,
} from "@countersign/review";
import type { ScopedPart } from "./highlight.worker.ts";
import { requestHighlight } from "./request-highlight.ts";

/** Lines of a file that are highlighted together. */
export const CHUNK_LINES = 400;
/** Longer lines are generated code. */
const MAX_LINE_LENGTH = 2_000;

/** The token kinds of a file's lines, and the answers that are awaited or were received, by version and number. */
type FileColours = { tints: Map<string, Tints>; answers: Map<string, Promise<void>> };

/** Colours are kept as long as the file is loaded. */
const known = new WeakMap<ChangedFile, FileColours>();

/** Lines of one version of a file. The first `skip` lines are only read for what they may begin, such as a comment. */
export type CodeRun = { file: ChangedFile; lines: DiffLine[]; skip: number };

/** Returns the token kinds of a line; undefined if it is drawn plain. */
export function codeTints(file: ChangedFile, line: DiffLine): Tints | undefined {
  return known.get(file)?.tints.get(lineName(line));
}

/** Highlights a run in a worker, each line once. Returns whether lines have other colours than before the call. */
export async function highlightRun({ file, lines, skip }: CodeRun): Promise<boolean> {
  const language = detectLanguage(file.path);
  if (language === null) return false;
  const colours = known.get(file) ?? { tints: new Map(), answers: new Map() };
  known.set(file, colours);
  const { tints, answers } = colours;
  const names = lines.slice(skip).map(lineName);
  const plain = names.filter((name) => !tints.has(name));
  if (plain.some((name) => !answers.has(name))) {
    const answer = requestColours({ language, lines, skip }, tints);
    for (const name of names) answers.set(name, answer);
  }
  await Promise.all(plain.map((name) => answers.get(name)));
  return plain.length > 0;
}

type ColourRequest = Omit<CodeRun, "file"> & { language: string };

async function requestColours(
  { language, lines, skip }: ColourRequest,
  tints: Map<string, Tints>,
): Promise<void> {
  const texts = lines.map(({ text }) => (text.length > MAX_LINE_LENGTH ? "" : text));
  const parts = await requestHighlight({ language, lines: texts });
  // Without an answer in time the lines stay plain: the worker would take as long again.
  for (const [at, line] of lines.entries())
    if (at >= skip) tints.set(lineName(line), tintsOf(parts?.[at] ?? []));
}

/** Highlights the beginning of a change before it is shown, so that its first screen is drawn once. */
export function highlightChange({ files }: Change): void {
  let room = CHUNK_LINES;
  for (const file of files) {
    if (room <= 0) return;
    if (foldReason(file) !== null) continue;
    const hunks = hunksWithContext(file, undefined, "near", false);
    const lines = hunks.flatMap((hunk) => hunk.lines).slice(0, room);
    room -= lines.length;
    for (const isOld of [false, true]) {
      const own = lines.filter(({ sign }) => (sign === "-") === isOld);
      void highlightRun({ file, lines: own, skip: 0 });
    }
  }
}

/** A removed line belongs to the old version. */
function lineName({ sign, old, new: now }: DiffLine): string {
  return sign === "-" ? `old ${old}` : `new ${now}`;
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
