import { gateCommand } from "../../gate/gate-command.ts";

/** Judges local work by programs alone, without an engine. */
export const gateCheck = gateCommand("gate.check", "checks");
