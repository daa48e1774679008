import type { Finding } from "@countersign/api";
import type { Comment, RedoDraft } from "./redo-draft.ts";

/** Everything that was written while reading, as the one text that is sent. */
export function feedbackText(
  { feedback, comments, findings }: RedoDraft,
  known: readonly Finding[],
): string {
  const own = feedback.text.trim();
  const remarks = comments.map(
    (comment) => `${rangeText(comment)}\n${quoteText(comment.quote)}\n${comment.text}`,
  );
  const accepted = known
    .filter(({ id }) => findings.includes(id))
    .map(({ id, file, line, message }) => `${id} ${placeText(file, line)}${message}`);
  return [own, ...remarks, ...accepted].filter((part) => part !== "").join("\n\n");
}

/** Where a comment is: `src/limit.ts:12`, or `src/limit.ts:12-18`. */
export function rangeText({ path, line, endLine }: Comment): string {
  return endLine === undefined ? `${path}:${line}` : `${path}:${line}-${endLine}`;
}

const MOST_QUOTED = 8;

/** The lines that it is about; of many the first and the last ones. */
function quoteText(quote: string): string {
  const lines = quote.split("\n");
  if (lines.length === 1) return `> ${quote.trim()}`;
  const half = MOST_QUOTED / 2;
  const shown =
    lines.length <= MOST_QUOTED
      ? lines
      : [
          ...lines.slice(0, half),
          `... ${lines.length - MOST_QUOTED} lines ...`,
          ...lines.slice(-half),
        ];
  return shown.map((line) => `> ${line.trimEnd()}`).join("\n");
}

function placeText(file: string | undefined, line: number | undefined): string {
  if (file === undefined) return "";
  return line === undefined ? `${file}: ` : `${file}:${line}: `;
}
