import { loadPolicy } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { canLetChangePass, type Permission, ROLE_PERMISSIONS } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import { createPolicySource } from "../policy/policy-source.ts";
import type { PresenceDecision } from "../ports/presence-verifier.ts";
import { createReadiness } from "../review/reviewers/create-readiness.ts";
import { testContext } from "../testing/task-commands.ts";
import { clientPhases } from "./execute-command.ts";

const PERMISSIONS = Object.keys(ROLE_PERMISSIONS).filter(
  (name): name is Permission => name in ROLE_PERMISSIONS,
);

const ana: Principal = {
  org: "local",
  actor: { id: "ana", kind: "human", planner: false },
  role: "human",
  task: null,
  sponsor: null,
  modelFamily: null,
  token: "tok_1",
};

function verifiedContext() {
  const loaded = loadPolicy({ version: 1, trust: { humanPresence: "verified" } });
  if (!loaded.ok) throw new Error("not loaded");
  return { ...testContext(ana.actor), policy: loaded.policy, inSprint: false };
}

describe("clientPhases", () => {
  it("asks for the person's presence for every command that lets something through, and no other", async () => {
    const asked: PresenceDecision[] = [];
    const presence = {
      async isPresent(decision: PresenceDecision) {
        asked.push(decision);
        return true;
      },
    };
    const policies = createPolicySource(Object.create(null));
    const deps = { presence, policies, runners: {}, readiness: createReadiness({}) };
    for (const permission of PERMISSIONS)
      await clientPhases(deps, ana, permission).beforeDecide?.(verifiedContext(), "cs-1");
    expect(asked).toEqual(
      PERMISSIONS.filter(canLetChangePass).map((command) => ({
        org: "local",
        actor: "ana",
        task: "cs-1",
        command,
      })),
    );
    expect(asked.length).toBeGreaterThan(10);
  });
});
