import { z } from "zod";
import { GateReport } from "../gate/gate-report.ts";

export const gateAnswers: Readonly<Record<string, z.ZodType>> = {
  "gate.check": GateReport,
  "gate.pushed": z.array(
    z.object({
      name: z.string(),
      is: z.enum(["passed", "stopped", "open"]),
      gate: GateReport.shape.gate.nullable(),
    }),
  ),
  "review.run": GateReport,
};
