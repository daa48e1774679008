/** An action that a text requests. `mayAct()` checks whether its author may perform it. */
export type TextAction = {
  act: "submit" | "approve" | "reject";
  task: string;
  chainType?: string;
  feedback?: string;
  form: "marker" | "sentence";
  line: number;
};

/** A text that looks like an action but is none, with the reason. */
export type Suggestion = { text: string; line: number; reason: string };

/** The meaning of one line: an action, a reason why it is none, or null. */
export type Reading = { action: Omit<TextAction, "line"> } | { reason: string } | null;

/** The feedback of a rejection without a reason. */
export const NEEDS_REVISION = "Needs revision";
