import { CountersignError } from "@countersign/core";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { listWaypoints } from "../../store/organisation/trust-requests.ts";
import { readChainEnd } from "../../store/proofs/proof-chain.ts";
import { requireTrustProposer } from "./require-trust-proposer.ts";
import { storeTrustRequest } from "./store-trust-request.ts";

/** Prepares a waypoint at the end of the chain, which a quorum of owners signs. Returns the id of the request. */
export async function proposeWaypoint(
  scope: EngineScope,
  by: Principal,
  repo: string,
): Promise<string> {
  const { repository, trust } = await requireTrustProposer(scope, by, repo);
  const { id, path, tip, target } = repository;
  const { end, waypoints } = await scope.transact(async (session) => ({
    end: await readChainEnd(session, repo),
    waypoints: await listWaypoints(session, repo),
  }));
  if (trust === null || end === null)
    throw new CountersignError("wrong_state", `${target} has no proofs yet`, {
      hint: "Begin with countersign trust init",
    });
  const pinned = await scope.mirror.pin({ id, path }, tip);
  if (end.commit !== tip || pinned === null)
    throw new CountersignError("wrong_state", `The proofs of ${target} do not end at ${tip}`);
  const { number, move } = end;
  if (waypoints.some((waypoint) => waypoint.number === number))
    throw new CountersignError("wrong_state", `Move ${number} of ${target} is a waypoint already`);
  const { tree } = pinned;
  return await storeTrustRequest(scope, by, repo, { kind: "waypoint", number, move, tip, tree });
}
