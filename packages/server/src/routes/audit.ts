import { type AuditView, contract } from "@countersign/api";
import type { AuditState, Principal } from "@countersign/engine";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";

export function addAuditRoutes(server: Server): void {
  const { engine } = server;
  /** Reads accept a unique prefix of an id. */
  const found = (by: Principal, prefix: string | undefined) =>
    prefix === undefined ? undefined : engine.findTask(by, prefix);

  implementRoute(server, contract.audit, async ({ by }) => viewState(await engine.audit(by)));
  implementRoute(server, contract.listAuditEntries, async ({ by, query: { since, ...query } }) => {
    const task = await found(by, query.task);
    const { items, next } = await engine.auditEntries(by, { ...query, task, sinceMs: since });
    return { items: [...items], next };
  });
  implementRoute(server, contract.exportAudit, async ({ by, query: { since, ...query } }) => {
    const { items, next } = await engine.auditRecords(by, { ...query, sinceMs: since });
    return { items: items.map((record) => ({ ...record })), next };
  });
  implementPostRoute(server, contract.acceptLoss, async ({ by, body }) =>
    viewState(await engine.acceptLoss(by, body)),
  );
  implementPostRoute(server, contract.rotateSealKey, async ({ by }) =>
    viewState(await engine.rotateSealKey(by)),
  );
  implementRoute(server, contract.replay, async ({ by, query }) => {
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
