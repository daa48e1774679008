import { CountersignError, ROLES, type Role } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { type Permission, ROLE_PERMISSIONS, requirePermission } from "./permissions.ts";
import { actorForRole, type Principal } from "./principal.ts";

function principal(role: Role, task: string | null = null): Principal {
  const actor = actorForRole("ana", role);
  return { org: "acme", actor, role, task, sponsor: null, modelFamily: null, token: "tok_1" };
}

function refused(attempt: () => void): string {
  try {
    attempt();
    return "ok";
  } catch (error) {
    return error instanceof CountersignError ? error.code : String(error);
  }
}

const DEEDS = Object.keys(ROLE_PERMISSIONS).filter(
  (deed): deed is Permission => deed in ROLE_PERMISSIONS,
);

describe("a credential", () => {
  it("does what its role is for and nothing else", () => {
    const table = ROLES.map((role) => [
      role,
      DEEDS.filter((deed) => refused(() => requirePermission(principal(role), deed)) === "ok"),
    ]);

    expect(Object.fromEntries(table)).toMatchObject({
      viewer: ["read", "read_audit", "read_keys"],
      reviewer: ["read", "record_verdict", "report_event", "connect_reviewer"],
      admin: [
        "read",
        "manage_tokens",
        "create_human_token",
        "end_session",
        "add_repository",
        "remove_repository",
        "read_audit",
        "export_audit",
        "rotate_seal_key",
        "read_keys",
        "add_key",
        "retire_key",
      ],
    });
  });

  it.each<Role>(["viewer", "author", "reviewer", "planner", "admin"])(
    "of the role %s decides nothing that a person must decide",
    (role) => {
      const human: Permission[] = [
        "approve",
        "redo",
        "reject",
        "override",
        "release",
        "undo",
        "reopen",
      ];

      for (const deed of human)
        expect(refused(() => requirePermission(principal(role), deed))).toBe("forbidden");
    },
  );

  it("for one task touches and reads no other", () => {
    const scoped = principal("author", "cs-a");

    expect(refused(() => requirePermission(scoped, "submit", "cs-a"))).toBe("ok");
    expect(refused(() => requirePermission(scoped, "submit", "cs-b"))).toBe("forbidden");
    expect(refused(() => requirePermission(scoped, "create"))).toBe("forbidden");
    expect(refused(() => requirePermission(scoped, "read", "cs-b"))).toBe("forbidden");
  });

  it("of an agent never speaks as a person", () => {
    const kinds = ROLES.map((role) => [role, actorForRole("x", role).kind]);

    expect(Object.fromEntries(kinds)).toEqual({
      viewer: "human",
      author: "agent",
      reviewer: "agent",
      planner: "agent",
      human: "human",
      admin: "human",
    });
  });
});
