import { ActorId } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { localActor } from "./local-actor.ts";

describe("localActor", () => {
  it.each([
    ["ada", "ada"],
    ["CORP\\ada lovelace", "CORP-ada-lovelace"],
    ["Jörg", "Jo-rg"],
    ["_www", "www"],
    ["--", "me"],
    ["東京", "me"],
    ["owner", "owner-user"],
    ["nobody", "nobody-user"],
    ["x".repeat(100), "x".repeat(64)],
  ])("makes %s the actor %s", (name, actor) => {
    expect(localActor(name)).toBe(actor);
    expect(ActorId.safeParse(actor).success).toBe(true);
  });

  it("finds a name for whoever runs this", () => {
    expect(ActorId.safeParse(localActor()).success).toBe(true);
  });
});
