import { CountersignError } from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import { type Principal, principalActor } from "../access/principal.ts";
import { answerChallenge } from "../commands/answer-challenge.ts";
import { requirePresentFor } from "../commands/repositories/require-present-for.ts";
import type { EngineDeps } from "../execute/engine-deps.ts";
import { createScope, type EngineScope } from "../execute/engine-scope.ts";
import { SNAPSHOT } from "../platform/transact.ts";
import { acceptLoss, type ShownLoss } from "../seal/accept-loss.ts";
import { rotateKey } from "../seal/rotate-key.ts";
import { JOB_IDS } from "../store/names/job-ids.ts";
import { mergeJob } from "../store/names/merge-job.ts";
import { requireLogOf } from "../store/organisation/archived-months.ts";
import { dropHold, listRepositories } from "../store/organisation/repositories.ts";
import type { Page } from "../store/tasks/list-tasks.ts";
import { listRepositoryTasks } from "../target/list-repository-tasks.ts";
import { type AuditState, auditState } from "./audit-state.ts";
import { type ExportedRecord, exportRecords, type RecordQuery } from "./export-records.ts";
import { type AuditEntry, type EntryQuery, listEntries } from "./list-entries.ts";
import { type ReplayedTask, type ReplayQuery, replayTasks } from "./replay-tasks.ts";

/** Queries about the log as evidence, and the commands on its seals. */
export interface Audit {
  audit(by: Principal): Promise<AuditState>;
  /** Entries, newest first. */
  auditEntries(by: Principal, query: EntryQuery): Promise<Page<AuditEntry>>;
  /** The sealed log, which can be verified with the public key. */
  auditRecords(by: Principal, query: RecordQuery): Promise<Page<ExportedRecord>>;
  /** Accepts a missing seal whose cause a person knows. Sealing and merging continue. */
  acceptLoss(by: Principal, loss: ShownLoss): Promise<AuditState>;
  /** Changes to a new key, which the old key signs. */
  rotateSealKey(by: Principal): Promise<AuditState>;
  /** Recomputes decisions from the log. */
  replay(by: Principal, query: ReplayQuery): Promise<Page<ReplayedTask>>;
}

export function createAudit(deps: EngineDeps, orgs: readonly string[]): Audit {
  const { pool, seals, sealer } = deps;
  const sealDeps = { pool, ...seals };
  const scopeFor = ({ org }: Principal) => createScope(deps, org);
  return {
    async audit(by) {
      requirePermission(by, "read_audit");
      return auditState(scopeFor(by));
    },
    async auditEntries(by, query) {
      requirePermission(by, "read_audit");
      return scopeFor(by).transact(async (session) => {
        const found = await listEntries(session, query);
        const isMissing = found.items.length === 0 && query.after === undefined;
        if (isMissing && query.task !== undefined) await requireLogOf(session, query.task);
        return found;
      });
    },
    async auditRecords(by, query) {
      requirePermission(by, "export_audit");
      // Seals pending entries first. If that fails, the export shows why.
      if (query.after === undefined) await sealer.sealAll(by.org).catch(ignoreHold);
      const { publicKey } = await seals.signer.current();
      return scopeFor(by).transact((session) => exportRecords(session, publicKey, query), SNAPSHOT);
    },
    acceptLoss: (by, loss) =>
      answerChallenge(scopeFor(by), async (scope) => {
        requirePermission(by, "accept_loss");
        const action = { deed: "accept_loss", repo: null, request: loss } as const;
        await scope.transact((session) => requirePresentFor(scope, session, by, action));
        await acceptLoss(sealDeps, by.org, { by: principalActor(by), ...loss });
        await goOn(scope, by);
        return auditState(scope);
      }),
    rotateSealKey: (by) =>
      answerChallenge(scopeFor(by), async (scope) => {
        requirePermission(by, "rotate_seal_key");
        const action = { deed: "rotate_seal_key", repo: null, request: {} } as const;
        await scope.transact((session) => requirePresentFor(scope, session, by, action));
        await rotateKey(sealDeps, [...new Set([...orgs, by.org])], principalActor(by));
        return auditState(scope);
      }),
    async replay(by, query) {
      requirePermission(by, "read_audit");
      return scopeFor(by).transact((session) => replayTasks(session, query), SNAPSHOT);
    },
  };
}

function ignoreHold(error: unknown): void {
  if (error instanceof CountersignError && error.code === "on_hold") return;
  throw error;
}

/** Restarts merges that waited for the lost seal. */
async function goOn(scope: EngineScope, by: Principal): Promise<void> {
  const { org } = by;
  const found = await scope.read((session) => listRepositories(session));
  for (const { id: repo } of found.filter(({ hold }) => hold?.why === "seal_lost")) {
    const waiting = await listRepositoryTasks(scope, repo, ["approved", "merging"]);
    await scope.transact(async (session) => {
      await dropHold(session, repo, principalActor(by), "seal_lost");
      const { number = 0 } = (await scope.seals.copy.last(org))?.body ?? {};
      const jobs = waiting.map((id) =>
        mergeJob(org, { id, repo }, JOB_IDS.mergeAfterLoss(org, id, number), 0),
      );
      if (jobs.length > 0) await scope.queue.enqueue(session.client, jobs);
    });
  }
}
