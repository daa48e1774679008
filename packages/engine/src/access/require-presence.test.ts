import { loadPolicy } from "@countersign/core";
import { describe, expect, it } from "vitest";
import type { Principal } from "./principal.ts";
import { requirePresence } from "./require-presence.ts";

function trust(humanPresence: "terminal" | "verified") {
  const loaded = loadPolicy({ version: 1, trust: { humanPresence } });
  if (!loaded.ok) throw new Error("not loaded");
  return loaded.policy.trust;
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

const approve = { by: principal("human"), task: "cs-1", command: "approve" } as const;
const isThere = { isPresent: async () => true };
const isNotThere = { isPresent: async () => false };

describe("requirePresence", () => {
  it.each(["approve", "record_verdict", "override", "release", "dispose", "change_mode"] as const)(
    "lets nobody %s with a credential alone, where the policy asks for more",
    async (command) => {
      const decision = { ...approve, command, trust: trust("verified") };
      await expect(requirePresence(undefined, decision)).rejects.toMatchObject({
        code: "human_only",
        message:
          "The policy asks for a signing key or passkey at each decision, and nothing here can check one yet",
      });
      await expect(requirePresence(isNotThere, decision)).rejects.toThrow("it was not shown");
      await expect(requirePresence(isThere, decision)).resolves.toBeUndefined();
    },
  );

  it.each(["redo", "reject", "cancel", "report_event"] as const)(
    "asks nothing more of whoever lets nothing through: %s",
    async (command) => {
      const decision = { ...approve, command, trust: trust("verified") };
      await expect(requirePresence(undefined, decision)).resolves.toBeUndefined();
    },
  );

  it("asks nothing more of agents, and nothing where a terminal is enough", async () => {
    const agent = { ...approve, by: principal("agent"), trust: trust("verified") };
    await expect(requirePresence(undefined, agent)).resolves.toBeUndefined();
    const terminal = { ...approve, trust: trust("terminal") };
    await expect(requirePresence(undefined, terminal)).resolves.toBeUndefined();
  });
});
