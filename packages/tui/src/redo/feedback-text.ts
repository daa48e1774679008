import type { Finding } from "@countersign/api";
import type { RedoDraft } from "./redo-draft.ts";

/** Everything that was written while reading, as the one text that is sent. */
export function feedbackText(
  { feedback, comments, findings }: RedoDraft,
  known: readonly Finding[],
): string {
  const own = feedback.text.trim();
  const remarks = comments.map(
    ({ path, line, quote, text }) => `${path}:${line}\n> ${quote.trim()}\n${text}`,
  );
  const accepted = known
    .filter(({ id }) => findings.includes(id))
    .map(({ id, file, line, message }) => `${id} ${placeText(file, line)}${message}`);
  return [own, ...remarks, ...accepted].filter((part) => part !== "").join("\n\n");
}

function placeText(file: string | undefined, line: number | undefined): string {
  if (file === undefined) return "";
  return line === undefined ? `${file}: ` : `${file}:${line}: `;
}
