import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { ArchiveMonth } from "../ports/seal-body.ts";

/** The first line: the month, and how many rows of each organisation follow. */
export const ArchiveHeader = z.strictObject({
  format: z.literal("countersign/archive/1"),
  month: ArchiveMonth,
  at: z.iso.datetime(),
  version: z.string(),
  orgs: z.array(
    z.strictObject({ org: z.string(), tasks: z.int().min(1), entries: z.int().min(1) }),
  ),
});
export type ArchiveHeader = z.infer<typeof ArchiveHeader>;

/** A row of the log as the database writes it, in the order of organisation, task and entry. */
export const ArchiveRow = z.looseObject({
  org_id: z.string(),
  task_id: z.string(),
  seq: z.int().min(1),
  at: z.string(),
  actor: z.string(),
  body: z.looseObject({}),
  prev_hash: z.string(),
  hash: z.string(),
  opened: z.string(),
});
export type ArchiveRow = z.infer<typeof ArchiveRow>;

export function damagedArchive(why: string, cause?: unknown): CountersignError {
  return new CountersignError("invalid_input", `The archive cannot be used: ${why}`, { cause });
}

/** Returns the first day of a month, which names the partition. */
export function firstDay(month: string): string {
  return `${month}-01`;
}

/** Returns the partition of a month. */
export function partitionName(month: string): string {
  return `events_${ArchiveMonth.parse(month).replace("-", "_")}`;
}
