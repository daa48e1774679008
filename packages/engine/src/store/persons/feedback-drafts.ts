import { CountersignError } from "@countersign/core";
import { and, eq } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { drafts } from "../schema/reading-schema.ts";

/** Maximum size of a draft as JSON, in characters. */
const MAX_DRAFT = 400_000;

/** A person's unsent feedback to a task. Version 0 means that there never was any. */
export type StoredFeedbackDraft = {
  draft: object | null;
  version: number;
  updatedMs: number | null;
};

/** Whose draft it is. */
export type PersonTask = { person: string; taskId: string };

export async function readFeedbackDraft(
  { db, org }: Session,
  { person, taskId }: PersonTask,
): Promise<StoredFeedbackDraft> {
  const [row] = await db
    .select({ draft: drafts.body, version: drafts.version, updated: drafts.updated })
    .from(drafts)
    .where(and(eq(drafts.orgId, org), eq(drafts.person, person), eq(drafts.taskId, taskId)));
  if (row === undefined) return { draft: null, version: 0, updatedMs: null };
  return { draft: row.draft, version: row.version, updatedMs: row.updated.getTime() };
}

const SAVE = `INSERT INTO countersign.drafts AS d (org_id, person, task_id, body, version, updated)
  SELECT $1, $2, $3, $4::jsonb, 1, now() WHERE $5::int IS NULL OR $5 = 0 OR EXISTS (
    SELECT FROM countersign.drafts WHERE org_id = $1 AND person = $2 AND task_id = $3)
  ON CONFLICT (org_id, person, task_id)
    DO UPDATE SET body = excluded.body, version = d.version + 1, updated = now()
     WHERE $5::int IS NULL OR d.version = $5
  RETURNING version, updated`;

/**
 * Saves a draft, or discards it (null). With a version, refuses to replace a draft that another client has changed
 * since.
 */
export async function saveFeedbackDraft(
  { client, org }: Session,
  { person, taskId }: PersonTask,
  draft: object | null,
  version: number | null,
): Promise<StoredFeedbackDraft> {
  const body = draft === null ? null : JSON.stringify(draft);
  if ((body?.length ?? 0) > MAX_DRAFT)
    throw new CountersignError("too_large", `A draft may have at most ${MAX_DRAFT} characters.`);
  const { rows } = await client.query<{ version: number; updated: Date }>(SAVE, [
    org,
    person,
    taskId,
    body,
    version,
  ]);
  const [saved] = rows;
  if (saved === undefined)
    throw new CountersignError(
      "stale_content",
      `The feedback to ${taskId} was changed elsewhere.`,
      {
        hint: "Read it again, then repeat the change.",
      },
    );
  return { draft, version: saved.version, updatedMs: new Date(saved.updated).getTime() };
}
