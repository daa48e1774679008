import { loadPolicy } from "@countersign/core";
import { describe, expect, it } from "vitest";
import type { Session } from "../platform/transact.ts";
import { canLetChangePass, type Permission, ROLE_PERMISSIONS } from "./permissions.ts";
import type { Principal } from "./principal.ts";
import { requirePresence } from "./require-presence.ts";

function policyWith(humanPresence: "terminal" | "verified" | "touched" | "unlocked") {
  const loaded = loadPolicy({ version: 1, trust: { humanPresence } });
  if (!loaded.ok) throw new Error("not loaded");
  return loaded.policy;
}

function principal(kind: "human" | "agent"): Principal {
  return {
    org: "local",
    actor: { id: "ana", kind, planner: false },
    role: kind === "human" ? "human" : "reviewer",
    task: null,
    sponsor: null,
    modelFamily: null,
    token: "tok_1",
  };
}

const VERIFIED = [policyWith("terminal"), policyWith("verified")];
const approve = {
  by: principal("human"),
  deed: "approve",
  request: {},
  task: { id: "cs-1", round: null, requirement: null },
} as const;
/** Only a verifier uses it. */
const session: Session = Object.create(null);
const isThere = { isPresent: async () => true };
const isNotThere = { isPresent: async () => false };

const DEEDS = Object.keys(ROLE_PERMISSIONS).filter(
  (deed): deed is Permission => deed in ROLE_PERMISSIONS,
);

describe("requirePresence", () => {
  it.each(DEEDS.filter(canLetChangePass))(
    "lets nobody %s with a credential alone, where a policy asks for more",
    async (deed) => {
      const action = { ...approve, deed, policies: VERIFIED };
      await expect(requirePresence(undefined, session, action)).rejects.toMatchObject({
        code: "human_only",
        message:
          "The policy requires a person's signature for this decision, but none was presented",
        details: { level: "signed" },
      });
      await expect(requirePresence(isNotThere, session, action)).rejects.toThrow(
        "none was presented",
      );
      await expect(requirePresence(isThere, session, action)).resolves.toBeUndefined();
    },
  );

  it.each(DEEDS.filter((deed) => !canLetChangePass(deed)))(
    "asks nothing more of a person who lets nothing through: %s",
    async (deed) => {
      const action = { ...approve, deed, policies: VERIFIED };
      await expect(requirePresence(undefined, session, action)).resolves.toBeUndefined();
    },
  );

  it.each(["verified", "touched", "unlocked"] as const)(
    "asks for more than a credential where a policy says %s",
    async (humanPresence) => {
      const action = { ...approve, policies: [policyWith(humanPresence)] };
      await expect(requirePresence(undefined, session, action)).rejects.toMatchObject({
        code: "human_only",
      });
    },
  );

  it("asks for a signature without a policy where the action always needs one", async () => {
    const action = { ...approve, policies: [], atLeast: "signed" } as const;
    await expect(requirePresence(isNotThere, session, action)).rejects.toMatchObject({
      code: "human_only",
      details: { level: "signed" },
    });
  });

  it("knows what lets something through", () => {
    expect(DEEDS.filter(canLetChangePass)).toEqual([
      "record_verdict",
      "approve",
      "override",
      "release",
      "undo",
      "reopen",
      "dispose",
      "cancel_reviewer",
      "change_mode",
      "create_human_token",
      "remove_repository",
      "release_repository",
      "accept_loss",
      "rotate_seal_key",
      "add_key",
      "retire_key",
      "sign_trust",
    ]);
  });

  it("asks nothing more of agents, and nothing where a terminal is enough", async () => {
    const agent = { ...approve, by: principal("agent"), policies: VERIFIED };
    await expect(requirePresence(undefined, session, agent)).resolves.toBeUndefined();
    const terminal = { ...approve, policies: [policyWith("terminal")] };
    await expect(requirePresence(undefined, session, terminal)).resolves.toBeUndefined();
    await expect(
      requirePresence(undefined, session, { ...approve, policies: [] }),
    ).resolves.toBeUndefined();
  });
});
