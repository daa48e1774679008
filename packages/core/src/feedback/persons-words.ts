import type { FeedbackEntry } from "./schema.ts";
import { cutNotice, oneLine, quoteBlock } from "./untrusted.ts";

const MAX_ISSUE = 200;
const ISSUES = "The reviewer identified these issues:";
const DETAIL = "Detailed feedback:";
const REQUEST = "Please address these concerns in this iteration.";
/** Length of the fixed text, with its line breaks. */
const FRAME = ISSUES.length + DETAIL.length + REQUEST.length + 8;

/** Formats a person's request in the form of the modes document. Null if the person wrote no text. */
export function personsWords(redo: FeedbackEntry, maxChars: number): string | null {
  const issues = (redo.quickIssues ?? [])
    .map((issue) => oneLine(issue, MAX_ISSUE))
    .filter((issue) => issue !== "");
  const detail = (redo.customFeedback ?? "").trim();
  if (issues.length === 0 && detail === "") return null;

  const heading = `## Previous Review Feedback (Iteration ${redo.iteration})`;
  const room = maxChars - heading.length - FRAME;
  const list = issues.length === 0 ? "" : bullets(issues, detail === "" ? room : room / 2);
  const parts = [heading];
  if (list !== "") parts.push(`${ISSUES}\n${list}`);
  if (detail !== "") parts.push(`${DETAIL}\n${quoteBlock(detail, room - list.length)}`);
  return [...parts, REQUEST].join("\n\n");
}

function bullets(issues: readonly string[], maxChars: number): string {
  const lines = issues.map((issue) => `- ${issue}`);
  if (lines.join("\n").length <= maxChars) return lines.join("\n");

  const kept: string[] = [];
  let used = `- ${cutNotice(lines.length, "issues")}`.length;
  for (const line of lines) {
    used += line.length + 1;
    if (used > maxChars) break;
    kept.push(line);
  }
  return [...kept, `- ${cutNotice(lines.length - kept.length, "issues")}`].join("\n");
}
