import { describe, expect, it } from "vitest";
import { requirePersonAtTerminal } from "./require-person.ts";

const nobody = () => null;

describe("requirePerson", () => {
  it("lets a person at a terminal decide", () => {
    const at = { atTerminal: true, env: {} };
    expect(() => requirePersonAtTerminal(at, { credential: "own" }, nobody)).not.toThrow();
  });

  it("refuses at a terminal that an agent has opened", () => {
    const at = { atTerminal: true, env: {} };
    expect(() => requirePersonAtTerminal(at, { credential: "own" }, () => "claude")).toThrow(
      "This decision needs a person, but claude started this command",
    );
  });

  it.each([
    ["without a terminal", { atTerminal: false, env: {} }],
    ["inside an agent", { atTerminal: true, env: { CLAUDECODE: "1" } }],
  ])("refuses to decide with a person's own credential %s", (_, at) => {
    expect(() => requirePersonAtTerminal(at, { credential: "own" }, nobody)).toThrow(
      expect.objectContaining({ code: "human_only" }),
    );
  });

  it("leaves a token of the environment to the engine, which knows its role", () => {
    const at = { atTerminal: false, env: {} };
    expect(() => requirePersonAtTerminal(at, { credential: "environment" })).not.toThrow();
  });
});
