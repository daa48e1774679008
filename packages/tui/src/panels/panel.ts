/** Everything that can be in front. */
export const PANELS = [
  "board",
  "summary",
  "task",
  "single",
  "redo",
  "reject",
  "diff",
  "why",
  "activity",
  "help",
  "confirm",
  "mode",
  "later",
  "release",
  "rounds",
  "sprint",
  "planning",
  "stop",
  "try",
  "reviewers",
] as const;
export type Panel = (typeof PANELS)[number];
