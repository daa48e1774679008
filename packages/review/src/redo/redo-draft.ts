import { EMPTY_FIELD, type TextField } from "../typing/text-field.ts";

export type RedoField = "issues" | "feedback" | "option" | "priority";

export const REDO_OPTIONS = ["keep", "fresh", "checkpoint"] as const;
export const REDO_PRIORITIES = ["same", "bump", "lower"] as const;

/** A comment on a line or a range of lines, which is sent with the decision. */
export type Comment = {
  readonly path: string;
  readonly line: number;
  /** The last line of a range; the quote then has all lines. */
  readonly endLine?: number | undefined;
  readonly quote: string;
  readonly text: string;
};

/** Feedback that is not sent yet. */
export type RedoDraft = {
  readonly issues: readonly string[];
  readonly feedback: TextField;
  readonly option: (typeof REDO_OPTIONS)[number];
  readonly priority: (typeof REDO_PRIORITIES)[number];
  readonly focus: RedoField;
  readonly comments: readonly Comment[];
  /** Ids of the findings that are part of the feedback. */
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
