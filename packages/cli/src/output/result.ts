import type { Style } from "./style.ts";

/** The result of a command. The options choose whether text, plain lines or JSON is printed. */
export type Result = {
  /** The noun and verb of the schema: `task.list` becomes `countersign/task.list/1`. */
  schema: string;
  data: unknown;
  /** The cursor of the next page. */
  next?: string | null;
  /** For people. Foreign text in it has gone through `display`. */
  text: (style: Style) => string;
  /** For scripts: one row per line, without a header; left out: the text's lines. */
  plain?: readonly (readonly string[])[];
  exitCode?: number;
  /** Long on purpose: a terminal gets it through a pager. */
  paged?: boolean;
};
