import { CountersignError } from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import { type Principal, principalActor } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { recordChange } from "../../store/organisation/organisation-log.ts";
import {
  lockTrustRequest,
  setTrustState,
  type TrustRequest,
} from "../../store/organisation/trust-requests.ts";

/** Withdraws an open request, or a signed waypoint that is not published. Those who may propose one may do so. */
export async function withdrawTrust(
  scope: EngineScope,
  by: Principal,
  repo: string,
  id: string,
): Promise<void> {
  requirePermission(by, "propose_trust");
  await scope.transact(async (session) => {
    const request = await lockTrustRequest(session, id);
    if (request === null || request.repo !== repo || !mayEnd(request))
      throw new CountersignError("not_found", `There is no open request ${id} of ${repo}`);
    await setTrustState(session, id, "withdrawn");
    const event = { type: "trust_withdrawn", repo, request: id } as const;
    await recordChange(session, principalActor(by), event);
  });
}

/** A signed waypoint changes no file. If its ref cannot be written, it must not block the next change of trust. */
function mayEnd({ state, body }: TrustRequest): boolean {
  return state === "open" || (state === "complete" && body.kind === "waypoint");
}
