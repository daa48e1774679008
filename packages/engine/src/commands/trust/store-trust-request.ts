import { randomBytes } from "node:crypto";
import type { Principal } from "../../access/principal.ts";
import { principalActor } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readClock } from "../../platform/read-clock.ts";
import { recordChange } from "../../store/organisation/organisation-log.ts";
import { addTrustRequest, type TrustRequestBody } from "../../store/organisation/trust-requests.ts";

/** How long people have to sign a request. */
const REQUEST_MS = 7 * 24 * 60 * 60_000;

/** Stores a request that waits for signatures, and returns its id. */
export async function storeTrustRequest(
  { transact }: Pick<EngineScope, "transact">,
  by: Principal,
  repo: string,
  body: TrustRequestBody,
): Promise<string> {
  const id = `trust-${randomBytes(4).toString("hex")}`;
  await transact(async (session) => {
    const untilMs = (await readClock(session)) + REQUEST_MS;
    await addTrustRequest(session, { id, repo, body, proposedBy: by.actor.id, untilMs });
    await recordChange(session, principalActor(by), {
      ...{ type: "trust_proposed", repo, request: id, kind: body.kind },
    });
  });
  return id;
}
