import { AuditEntryLine, AuditView, ReplayLine } from "@countersign/api";
import { z } from "zod";

const Problem = z.object({
  kind: z.string(),
  seal: z.int().nullable(),
  task: z.string().nullable(),
  seq: z.int().nullable(),
  text: z.string(),
});

export const auditAnswers: Readonly<Record<string, z.ZodType>> = {
  "audit.list": z.array(AuditEntryLine),
  "audit.verify": z.object({
    ok: z.boolean(),
    org: z.string().nullable(),
    seals: z.int(),
    tasks: z.int(),
    entries: z.int(),
    unsealed: z.int(),
    first: z.int().nullable(),
    last: z.object({ number: z.int(), hash: z.string() }).nullable(),
    problems: z.array(Problem),
    more: z.int(),
  }),
  "audit.export": z.object({
    file: z.string(),
    format: z.enum(["jsonl", "csv"]),
    seals: z.int(),
    entries: z.int(),
  }),
  "audit.accept": AuditView,
  "audit.rotate": AuditView,
  "replay.list": z.array(ReplayLine),
};
