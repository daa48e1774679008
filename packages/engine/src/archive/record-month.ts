import { boundary } from "../platform/boundary.ts";
import { type Session, transact } from "../platform/transact.ts";
import type { Statement } from "../ports/seal-body.ts";
import { lockAndSyncCopy, makeSeal, requireCopy, type SealDeps } from "../seal/seal-once.ts";
import type { OrganisationEvent } from "../store/organisation/organisation-events.ts";
import { type ActingParty, recordChange } from "../store/organisation/organisation-log.ts";

/** What to record about a month: an entry in the organisation's log, and a statement that the seal's key signs. */
type MonthRecord = { by: ActingParty; event: OrganisationEvent; says: Statement };

/** Records a change of a month in one transaction. `check` may refuse it. */
export async function recordMonth(
  deps: SealDeps,
  org: string,
  { by, event, says }: MonthRecord,
  check: (session: Session) => Promise<void> = async () => undefined,
): Promise<void> {
  await transact(deps.pool, org, async (session) => {
    const last = await lockAndSyncCopy(deps, session);
    await check(session);
    await recordChange(session, by, event);
    await makeSeal(deps, session, { org, last, leaves: [], says });
  });
  boundary("archive.recorded");
  await requireCopy(deps, org);
}
