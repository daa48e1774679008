/** Inline constructs that are open at the end of a line. */
export type InlineMarks = {
  /** Between backticks. */
  code: boolean;
  /** In an HTML comment. */
  comment: boolean;
  /** The open quotation mark: `"`, `"""` or `'''`. */
  quote: string | null;
};

const OPENERS = /\\.|`+|<!--|"""|'''|"/gs;
const TICKS = /`+/g;
const COMMENT_END = /-->/g;

/** Follows backticks, comments and quotation marks through a line, from left to right. */
export function followMarks(
  line: string,
  start: { comment: boolean; quote: string | null },
): InlineMarks {
  const open = { ticks: 0, comment: start.comment, quote: start.quote };
  let at = 0;
  while (at < line.length) {
    const pattern = open.comment ? COMMENT_END : open.ticks > 0 ? TICKS : OPENERS;
    pattern.lastIndex = at;
    const found = pattern.exec(line)?.[0];
    if (found === undefined) break;
    at = pattern.lastIndex;
    turn(open, found);
  }
  return { code: open.ticks > 0, comment: open.comment, quote: open.quote };
}

function turn(
  open: { ticks: number; comment: boolean; quote: string | null },
  token: string,
): void {
  if (token === "-->") open.comment = false;
  else if (token === "<!--") open.comment = true;
  else if (token.startsWith("`")) open.ticks = afterTicks(open.ticks, token.length);
  else if (token.startsWith("\\")) return;
  else if (open.quote === null) open.quote = token;
  else if (open.quote === token) open.quote = null;
}

/** Inline code ends with the same number of backticks as it started with. */
function afterTicks(open: number, found: number): number {
  if (open === 0) return found;
  return open === found ? 0 : open;
}
