/** What a piece of text means; a theme says how that looks. */
export type Paint =
  | "plain"
  | "strong"
  | "faint"
  | "good"
  | "warn"
  | "bad"
  | "added"
  | "removed"
  | "place"
  | "key"
  | "selected"
  | "cursor"
  | "word"
  | "quote"
  | "note";
