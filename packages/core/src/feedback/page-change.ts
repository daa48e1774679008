import { oneLine, visibleText } from "./untrusted.ts";

export type PagedFile = { path: string; text: string };

/** The pages of a change, and the number of files that are missing in whole or in part. */
export type PagedChange = { pages: string[]; missing: number };

type Limits = { maxChars: number; maxPages: number };

const MAX_PATH = 200;

/**
 * Splits a change into pages that fit a fence of `maxChars` uncut, in file order.
 *
 * Every character of a file is on a page, unless the pages are used up; then the file counts as missing.
 */
export function pageChange(files: readonly PagedFile[], limits: Limits): PagedChange {
  const book = openBook(limits);
  let missing = 0;
  for (const { path, text } of files) if (!book.write(path, visibleText(text))) missing += 1;
  return { pages: book.close(), missing };
}

function openBook({ maxChars, maxPages }: Limits) {
  const pages: string[] = [];
  let page = "";
  const turn = (): boolean => {
    if (pages.length + 1 >= maxPages) return false;
    pages.push(page);
    page = "";
    return true;
  };
  return {
    /** Returns false if the last page is full before the end of the text. */
    write(path: string, text: string): boolean {
      let rest = text.endsWith("\n") ? text : `${text}\n`;
      while (rest !== "") {
        const piece = pieceOf(rest, maxChars - page.length, page === "");
        page += piece;
        rest = rest.slice(piece.length);
        if (rest === "") return true;
        if (!turn()) return false;
        page = `(${oneLine(path, MAX_PATH)}, continued)\n`;
      }
      return true;
    },
    close: (): string[] => (page === "" && pages.length > 0 ? pages : [...pages, page]),
  };
}

/** Returns the part of a text that fits, up to the end of a line. A line longer than a page is split. */
function pieceOf(text: string, room: number, isEmptyPage: boolean): string {
  if (text.length <= room) return text;
  const end = text.lastIndexOf("\n", room - 1) + 1;
  if (end > 0) return text.slice(0, end);
  const isLongLine = isEmptyPage || text.indexOf("\n") >= room;
  return isLongLine ? text.slice(0, Math.max(0, room)).replace(/[\uD800-\uDBFF]$/, "") : "";
}
