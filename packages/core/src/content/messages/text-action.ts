/** Something that a text asks for. Whether its speaker may is another question: `mayAct()`. */
export type TextAction = {
  act: "submit" | "approve" | "reject";
  task: string;
  chainType?: string;
  feedback?: string;
  form: "marker" | "sentence";
  line: number;
};

/** Something that looks like an action and is none, with the reason. */
export type Suggestion = { text: string; line: number; reason: string };

/** What one line says by itself: an action, a reason why it is none, or nothing of ours. */
export type Reading = { action: Omit<TextAction, "line"> } | { reason: string } | null;

/** What a rejection says that gives no reason. */
export const NEEDS_REVISION = "Needs revision";
