import type { TaskView } from "@countersign/api";
import { feedbackText } from "./feedback-text.ts";
import type { RedoDraft } from "./redo-draft.ts";

const CHARS_PER_TOKEN = 3;

/** The feedback as the agent reads it at the beginning of its next prompt. */
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
