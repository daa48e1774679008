import { openBoard, requireTerminal } from "../../board/open-board.ts";
import type { Run } from "../../context.ts";

/** The same board with sample tasks; what is decided there is forgotten when it is left. */
export const tour: Run = async (context, given) => {
  requireTerminal();
  const drafts = { kept: null, keep: () => undefined };
  const marks = { kept: null, keep: async () => undefined };
  return await openBoard(context, given, {
    async engine() {
      const { createTourEngine } = await import("@countersign/tui");
      return createTourEngine(() => Date.now());
    },
    drafts,
    marks,
    name: "tour",
  });
};
