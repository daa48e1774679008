import { describe, expect, it } from "vitest";
import { requirePerson } from "./require-person.ts";

describe("requirePerson", () => {
  it("lets a person at a terminal decide", () => {
    const at = { atTerminal: true, env: {} };
    expect(() => requirePerson(at, { credential: "own" })).not.toThrow();
  });

  it.each([
    ["without a terminal", { atTerminal: false, env: {} }],
    ["inside an agent", { atTerminal: true, env: { CLAUDECODE: "1" } }],
  ])("refuses to decide with a person's own credential %s", (_, at) => {
    expect(() => requirePerson(at, { credential: "own" })).toThrow(
      expect.objectContaining({ code: "human_only" }),
    );
  });

  it("leaves a token of the environment to the engine, which knows its role", () => {
    const at = { atTerminal: false, env: {} };
    expect(() => requirePerson(at, { credential: "environment" })).not.toThrow();
  });
});
