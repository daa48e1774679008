import { CountersignError } from "@countersign/core";
import type { Principal } from "./access/principal.ts";
import { answerChallenge } from "./commands/answer-challenge.ts";
import { proposeChange, type TrustChange } from "./commands/trust/propose-change.ts";
import { type NewTrust, proposeRoot } from "./commands/trust/propose-root.ts";
import { proposeWaypoint } from "./commands/trust/propose-waypoint.ts";
import {
  type ShownTrust,
  type ShownTrustRequest,
  showTrust,
  showTrustRequest,
} from "./commands/trust/show-trust.ts";
import { signTrust } from "./commands/trust/sign-trust.ts";
import { withdrawTrust } from "./commands/trust/withdraw-trust.ts";
import type { EngineScope } from "./execute/engine-scope.ts";

/** What people propose about the trust of a target. */
type TrustProposal =
  | ({ kind: "root" } & NewTrust)
  | ({ kind: "change" } & TrustChange)
  | { kind: "waypoint" };

/** The trust file of a target, and the requests to change it. Part of the engine's interface. */
export interface Trust {
  trust(by: Principal, repo: string): Promise<ShownTrust>;
  trustRequest(by: Principal, repo: string, id: string): Promise<ShownTrustRequest>;
  /** Prepares the beginning of trust, a change of it or a waypoint, which people then sign. */
  proposeTrust(by: Principal, repo: string, proposal: TrustProposal): Promise<ShownTrustRequest>;
  /** Signs an open request. The last signature that it needs carries it out. */
  signTrust(by: Principal, repo: string, id: string): Promise<ShownTrustRequest>;
  withdrawTrust(by: Principal, repo: string, id: string): Promise<void>;
}

export function createTrustCalls(scopeFor: (by: Principal) => EngineScope): Trust {
  const request = async (by: Principal, repo: string, id: string) => {
    const found = await showTrustRequest(scopeFor(by), by, repo, id);
    if (found !== null) return found;
    throw new CountersignError("not_found", `There is no request ${id} of ${repo}`);
  };
  return {
    trust: (by, repo) => showTrust(scopeFor(by), by, repo),
    trustRequest: request,
    async proposeTrust(by, repo, proposal) {
      return await request(by, repo, await propose(scopeFor(by), by, repo, proposal));
    },
    async signTrust(by, repo, id) {
      await answerChallenge(scopeFor(by), (scope) => signTrust(scope, by, repo, id));
      return await request(by, repo, id);
    },
    withdrawTrust: (by, repo, id) => withdrawTrust(scopeFor(by), by, repo, id),
  };
}

async function propose(
  scope: EngineScope,
  by: Principal,
  repo: string,
  proposal: TrustProposal,
): Promise<string> {
  switch (proposal.kind) {
    case "root":
      return await proposeRoot(scope, by, repo, proposal);
    case "change":
      return await proposeChange(scope, by, repo, proposal);
    case "waypoint":
      return await proposeWaypoint(scope, by, repo);
  }
}
