import { z } from "zod";
import { GateReport } from "../gate/gate-report.ts";
import { ReviewerLine } from "../reviewers/reviewer-lines.ts";
import { TrialView } from "../reviewers/trial-view.ts";

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
  "reviewer.list": z.array(ReviewerLine),
  "reviewer.add": z.object({
    path: z.string(),
    reviewer: z.record(z.string(), z.json()),
    notes: z.array(z.string()),
    diff: z.string(),
    written: z.boolean(),
  }),
  "reviewer.test": TrialView,
};
