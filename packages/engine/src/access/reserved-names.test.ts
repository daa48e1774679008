import { describe, expect, it } from "vitest";
import { requireSensible } from "./credentials.ts";
import { accountActor } from "./reserved-names.ts";

describe("the name of a new credential", () => {
  it.each(["countersign", "System", "owner", accountActor({ id: 9 }), "GitHub-583231"])(
    "cannot be %s, which belongs to the engine or to an account on the forge",
    (actor) => {
      expect(() => requireSensible({ actor, role: "author" })).toThrow("is not a valid name");
    },
  );

  it.each(["github-bot", "github", "github-7-ana", "ana"])("can be %s", (actor) => {
    expect(() => requireSensible({ actor, role: "author" })).not.toThrow();
  });
});
