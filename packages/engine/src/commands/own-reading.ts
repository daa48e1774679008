import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { notFound } from "../store/locked-rows.ts";
import {
  type PersonTask,
  readFeedbackDraft,
  type StoredFeedbackDraft,
  saveFeedbackDraft,
} from "../store/persons/feedback-drafts.ts";
import {
  changeReadMarks,
  type FileMarks,
  listReadMarks,
  type MarkChange,
} from "../store/persons/read-line-marks.ts";

/** What a person keeps about a task for themselves. No other caller can read or change it. */
export interface OwnReading {
  draft(by: Principal, task: string): Promise<StoredFeedbackDraft>;
  /** Saves a draft, or discards it (null). Refuses another version than the stored one, unless it is null. */
  saveDraft(
    by: Principal,
    task: string,
    change: { draft: object | null; version: number | null },
  ): Promise<StoredFeedbackDraft>;
  readMarks(by: Principal, task: string): Promise<readonly FileMarks[]>;
  changeReadMarks(by: Principal, task: string, change: MarkChange): Promise<void>;
}

/** Creates the calls about a person's own reading. */
export function createOwnReading(
  scopeFor: (by: Principal) => Pick<EngineScope, "store" | "transact" | "read">,
): OwnReading {
  /** Refuses a credential for one task, because programs hold it. */
  const own = async (by: Principal, taskId: string): Promise<PersonTask> => {
    requirePermission(by, "keep_reading");
    if ((await scopeFor(by).store.load(by.org, taskId)) === null) notFound(taskId);
    return { person: by.actor.id, taskId };
  };
  return {
    async draft(by, task) {
      const whose = await own(by, task);
      return await scopeFor(by).read((session) => readFeedbackDraft(session, whose));
    },
    async saveDraft(by, task, { draft, version }) {
      const whose = await own(by, task);
      return await scopeFor(by).transact((session) =>
        saveFeedbackDraft(session, whose, draft, version),
      );
    },
    async readMarks(by, task) {
      const whose = await own(by, task);
      return await scopeFor(by).read((session) => listReadMarks(session, whose));
    },
    async changeReadMarks(by, task, change) {
      const whose = await own(by, task);
      await scopeFor(by).transact((session) => changeReadMarks(session, whose, change));
    },
  };
}
