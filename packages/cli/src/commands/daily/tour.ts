import {
  BOARD_OPTIONS,
  BoardOutput,
  NO_FILES,
  openBoard,
  requireTerminal,
} from "../../board/open-board.ts";
import { defineCommand } from "../../command/define-command.ts";
import { GateReport } from "../../gate/gate-report.ts";

/** The same board with sample tasks; what is decided there is forgotten when it is left. */
export const tour = defineCommand({
  usage: "tour",
  examples: ["countersign tour", "countersign tour --ascii"],
  options: BOARD_OPTIONS,
  output: { "board.close": BoardOutput, "gate.check": GateReport },
  async run(context, { options }) {
    requireTerminal();
    return await openBoard(context, options, {
      async engine() {
        const { createTourEngine } = await import("@countersign/tui");
        return createTourEngine(() => Date.now());
      },
      files: NO_FILES,
      name: "tour",
    });
  },
});
