import { type AuditView, contract } from "@countersign/api";
import type { AuditState, Principal } from "@countersign/engine";
import { implement, implementPost, type Server } from "../http/implement.ts";

export function auditRoutes(server: Server): void {
  const { engine } = server;
  /** Reads accept a unique prefix of an id. */
  const found = (by: Principal, prefix: string | undefined) =>
    prefix === undefined ? undefined : engine.findTask(by, prefix);

  implement(server, contract.audit, async ({ by }) => viewState(await engine.audit(by)));
  implement(server, contract.listAuditEntries, async ({ by, query: { since, ...query } }) => {
    const task = await found(by, query.task);
    const { items, next } = await engine.auditEntries(by, { ...query, task, sinceMs: since });
    return { items: [...items], next };
  });
  implement(server, contract.exportAudit, async ({ by, query: { since, ...query } }) => {
    const { items, next } = await engine.auditRecords(by, { ...query, sinceMs: since });
    return { items: items.map((record) => ({ ...record })), next };
  });
  implementPost(server, contract.acceptLoss, async ({ by, body }) =>
    viewState(await engine.acceptLoss(by, body)),
  );
  implementPost(server, contract.rotateSealKey, async ({ by }) =>
    viewState(await engine.rotateSealKey(by)),
  );
  implement(server, contract.replay, async ({ by, query }) => {
    const task = await found(by, query.task);
    const { items, next } = await engine.replay(by, { ...query, task });
    const lines = items.map((line) => ({ ...line, differences: [...line.differences] }));
    return { items: lines, next };
  });
}

function viewState({ last, outside, ...state }: AuditState): AuditView {
  const viewSeal = (seal: AuditState["last"]) => seal && { ...seal, body: { ...seal.body } };
  return { ...state, last: viewSeal(last), outside: viewSeal(outside) };
}
