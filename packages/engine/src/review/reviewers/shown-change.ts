import { oneLine, orderByRisk, type PagedFile, type Policy, pageChange } from "@countersign/core";
import type { ShownDiff } from "../../ports/shown-diff.ts";
import { addedLines } from "../checks/findings/added-lines.ts";
import { type Redacted, redactPatch } from "./redact-text.ts";

/** The pages of a change that a reviewer sees. */
export type ShownChange = {
  /** At least one page. Each fits into a brief uncut. */
  pages: string[];
  /** Why the pages are not the whole change, for people. Null if they are. */
  notShownWhole: string | null;
};

export type ChangeOrder = {
  policy: Pick<Policy, "domains" | "trust" | "risk">;
  generated: ReadonlySet<string>;
};

/** Maximum characters of the change in one brief, about four per token. Longer changes have several pages. */
export const MAX_PAGE_CHARS = 200_000;

/** Maximum pages per reviewer. The owner decides about the rest of a longer change. */
const MAX_PAGES = 5;

const MAX_PATH = 150;

type Part = PagedFile & Pick<Redacted, "count" | "covered"> & { isText: boolean };

/** Splits a change into pages with credentials redacted, riskiest files first, and lists what is missing. */
export function shownChange(
  { files, unshown }: ShownDiff,
  { policy, generated }: ChangeOrder,
): ShownChange {
  const parts = orderByRisk(files.map(readPart), { policy, generated });
  const notes = { path: "", text: notesOn(parts, unshown) };
  const { pages, missing } = pageChange(notes.text === "" ? parts : [notes, ...parts], {
    maxChars: MAX_PAGE_CHARS,
    maxPages: MAX_PAGES,
  });
  const covered = parts.reduce((sum, part) => sum + part.covered, 0);
  const reasons = [
    ...about("too large to show", unshown),
    ...about(
      "not text",
      parts.filter(({ isText }) => !isText),
    ),
    ...(covered === 0 ? [] : [`${count(covered, "place")} hidden behind the name of a credential`]),
    ...(missing === 0 ? [] : [`${count(missing, "file")} beyond page ${MAX_PAGES}`]),
  ];
  return { pages, notShownWhole: reasons.length === 0 ? null : `${reasons.join("; ")}.` };
}

/** Returns the change as one page of any length, with credentials redacted. */
export function changeText({ files, unshown }: ShownDiff): string {
  const parts = files.map(readPart);
  return [notesOn(parts, unshown), ...parts.map(({ text }) => text)].join("");
}

/**
 * Redacts the patch of each file separately, so that a credential that starts in one file cannot hide another
 * file.
 */
function readPart({ path, patch }: ShownDiff["files"][number]): Part {
  let isText = true;
  for (const line of addedLines(patch)) {
    if (line.text.includes("\0"))
      return { path, text: `(Not text: ${path})\n`, count: 0, covered: 0, isText: false };
    if (!line.isText) isText = false;
  }
  return { path, ...redactPatch(Buffer.from(patch).toString("utf8")), isText };
}

function notesOn(parts: readonly Part[], unshown: ShownDiff["unshown"]): string {
  const redacted = parts.reduce((sum, part) => sum + part.count, 0);
  const notes = [
    ...(redacted === 0 ? [] : [`(${redacted} credentials are named here instead of shown.)\n`]),
    ...unshown.map(({ path }) => `(Too large to show: ${path})\n`),
  ];
  return notes.join("");
}

function about(what: string, files: readonly { path: string }[]): string[] {
  const [first] = files;
  if (first === undefined) return [];
  const path = oneLine(first.path, MAX_PATH);
  return [`${count(files.length, "file")} ${what} (${path}${files.length > 1 ? ", …" : ""})`];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
