import { EMPTY_FIELD, type TextField } from "../keys/text-field.ts";

export type RedoField = "issues" | "feedback" | "option" | "priority";

export const OPTIONS = ["keep", "fresh", "checkpoint"] as const;
export const PRIORITIES = ["same", "bump", "lower"] as const;

/** A comment on a line or on a range of lines, collected until the decision is sent. */
export type Comment = {
  readonly path: string;
  readonly line: number;
  /** Its last line, where it is about more than one; the quote then has all of them. */
  readonly endLine?: number | undefined;
  readonly quote: string;
  readonly text: string;
};

/** Feedback that is being written. */
export type RedoDraft = {
  readonly issues: readonly string[];
  readonly feedback: TextField;
  readonly option: (typeof OPTIONS)[number];
  readonly priority: (typeof PRIORITIES)[number];
  readonly focus: RedoField;
  readonly comments: readonly Comment[];
  /** Findings that were accepted into the feedback. */
  readonly findings: readonly string[];
};

export const EMPTY_DRAFT: RedoDraft = {
  issues: [],
  feedback: EMPTY_FIELD,
  option: "keep",
  priority: "same",
  focus: "issues",
  comments: [],
  findings: [],
};
