import { CountersignError } from "@countersign/core";
import { z } from "zod";

/** The first line: the format and the source of the backup. */
export const BackupHeader = z.strictObject({
  format: z.literal("countersign/backup/1"),
  at: z.iso.datetime(),
  version: z.string(),
  orgs: z.array(z.string()),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

/** A row of a table, as the database writes it. */
const Row = z.strictObject({
  table: z.string().regex(/^[a-z_]{1,60}$/),
  row: z.looseObject({ org_id: z.string() }),
});

/** The end of a log. The state of a task is rebuilt from its log. */
const Head = z.strictObject({
  head: z.strictObject({
    org: z.string(),
    task: z.string(),
    seq: z.int().min(1),
    hash: z.string(),
  }),
});
export type Head = z.infer<typeof Head>["head"];

/** An unfinished job or timer, with its absolute time. */
const Job = z.strictObject({
  job: z.strictObject({
    id: z.string(),
    org: z.string(),
    queue: z.enum(["effects", "merges", "reviewers"]),
    partition: z.string().nullable(),
    kind: z.string(),
    payload: z.record(
      z.string(),
      z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
    ),
    dueMs: z.number().nullable(),
  }),
});
export type UnfinishedJob = z.infer<typeof Job>["job"];

/** The last line: the number of preceding lines, and the SHA-256 of all their bytes. */
const End = z.strictObject({
  end: z.strictObject({ lines: z.int().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
});

export const BackupLine = z.union([Row, Head, Job, End]);
export type BackupLine = z.infer<typeof BackupLine>;

export function damagedBackup(why: string): CountersignError {
  return new CountersignError("invalid_input", `The backup cannot be used: ${why}`);
}
