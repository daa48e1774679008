import type { z } from "zod";
import { GateReport } from "../gate/gate-report.ts";

export const gateAnswers: Readonly<Record<string, z.ZodType>> = {
  "gate.check": GateReport,
  "review.run": GateReport,
};
