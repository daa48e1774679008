import { gateCommand } from "../../gate/gate-command.ts";

/** Reviews local work by programs and agents, without an engine. */
export const reviewRun = gateCommand("review.run", "everybody");
