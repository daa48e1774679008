import { Finding, ReviewPolicy } from "@countersign/core";
import { z } from "zod";

/** A recurring finding, with its occurrences and dismissals. */
export const RecurringFinding = z.object({
  fingerprint: z.string(),
  repo: z.string(),
  last: z.object({
    task: z.string(),
    ...Finding.pick({
      id: true,
      severity: true,
      category: true,
      ruleId: true,
      file: true,
      message: true,
    }).shape,
  }),
  tasks: z.int(),
  rounds: z.int(),
  dismissed: z.int(),
  raisedBy: z.array(z.string()),
});
export type RecurringFinding = z.infer<typeof RecurringFinding>;

export const RecurringList = z.object({ items: z.array(RecurringFinding) });

/** A gap in the policies found in these tasks, and the entry that would close it. */
export const GapGroup = z.object({
  repo: z.string(),
  reviewer: z.string(),
  concern: z.string(),
  foundBy: z.array(z.string()),
  tasks: z.array(z.string()),
  proposal: ReviewPolicy,
});
export type GapGroup = z.infer<typeof GapGroup>;

export const GapList = z.object({ items: z.array(GapGroup) });
