import type { Finding, TaskView } from "@countersign/api";
import type { Comment, RedoDraft } from "./redo-draft.ts";

/** Joins the written feedback, the comments and the accepted findings into one text. */
export function feedbackText(
  { feedback, comments, findings }: RedoDraft,
  known: readonly Finding[],
): string {
  const own = feedback.text.trim();
  const remarks = comments.map(
    (comment) => `${commentLocation(comment)}\n${quoteText(comment.quote)}\n${comment.text}`,
  );
  const accepted = known
    .filter(({ id }) => findings.includes(id))
    .map(({ id, file, line, message }) => `${id} ${locationText(file, line)}${message}`);
  return [own, ...remarks, ...accepted].filter((part) => part !== "").join("\n\n");
}

/** Returns the location of a comment: `src/limit.ts:12`, or `src/limit.ts:12-18`. */
export function commentLocation({ path, line, endLine }: Comment): string {
  return endLine === undefined ? `${path}:${line}` : `${path}:${line}-${endLine}`;
}

const MAX_QUOTED = 8;

/** Quotes the lines of a comment; of many only the first and the last ones. */
function quoteText(quote: string): string {
  const lines = quote.split("\n");
  if (lines.length === 1) return `> ${quote.trim()}`;
  const half = MAX_QUOTED / 2;
  const shown =
    lines.length <= MAX_QUOTED
      ? lines
      : [
          ...lines.slice(0, half),
          `... ${lines.length - MAX_QUOTED} lines ...`,
          ...lines.slice(-half),
        ];
  return shown.map((line) => `> ${line.trimEnd()}`).join("\n");
}

function locationText(file: string | undefined, line: number | undefined): string {
  if (file === undefined) return "";
  return line === undefined ? `${file}: ` : `${file}:${line}: `;
}

const CHARS_PER_TOKEN = 3;

/** Returns the feedback as the agent reads it at the beginning of its next prompt. */
export function previewText(draft: RedoDraft, view: TaskView | null, me: string | null): string {
  const written = feedbackText(draft, view?.findings ?? []);
  const counted = (view?.findings ?? []).filter(
    ({ severity, disposition }) => disposition.is === "open" && severity !== "info",
  );
  const round = (view?.round?.number ?? 0) + 1;
  const parts = [
    `## Previous Review Feedback (Iteration ${round - 1})`,
    draft.issues.length === 0
      ? ""
      : `The reviewer identified these issues:\n${draft.issues.map((issue) => `- ${issue}`).join("\n")}`,
    written === "" ? "" : `Detailed feedback:\n${quoted(written)}`,
    "Please address these concerns in this iteration.",
    counted.length === 0 ? "" : `and ${counted.length} open findings of the reviewers`,
    `Round ${round}, asked by ${me ?? "a person"}.`,
  ].filter((part) => part !== "");
  const text = parts.join("\n\n");
  return `${text}\n\nabout ${Math.ceil(text.length / CHARS_PER_TOKEN)} tokens`;
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}
