import { loadPolicy, type Task } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { canLetChangePass, type Permission, ROLE_PERMISSIONS } from "../access/permissions.ts";
import type { PresenceDecision } from "../access/presence-verifier.ts";
import type { Principal } from "../access/principal.ts";
import type { Session } from "../platform/transact.ts";
import { createPolicySource } from "../policy/policy-source.ts";
import type { Mirror } from "../ports/mirror.ts";
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
    const mirror: Mirror = Object.create(null);
    const deps = { presence, policies, mirror, runners: {}, readiness: createReadiness({}) };
    const waiting: Task = Object.assign(Object.create(null), { id: "cs-1", round: null });
    const session: Session = Object.create(null);
    const body = { note: "fine" };
    const seat = { requirement: "layer:owner", reviewer: "eve" };
    const command = { type: "cancel_reviewer", round: null, tree: null, ...seat } as const;
    for (const permission of PERMISSIONS)
      await clientPhases(deps, ana, { permission, command, body }).beforeDecide?.(
        session,
        waiting,
        verifiedContext(),
      );
    expect(asked).toEqual(
      PERMISSIONS.filter(canLetChangePass).map((command) => ({
        org: "local",
        actor: "ana",
        task: { id: "cs-1", round: null, requirement: "layer:owner" },
        command,
        request: body,
        level: "signed",
        act: null,
        describeAct: expect.any(Function),
      })),
    );
    expect(asked.length).toBeGreaterThan(10);
  });
});
