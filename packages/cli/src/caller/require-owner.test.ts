import { describe, expect, it } from "vitest";
import { refuseAgent, requireOwner, TELL_THE_PERSON } from "./require-owner.ts";

const nobody = () => null;

describe("refuseAgent", () => {
  it("lets a script without a terminal stop the engine", () => {
    expect(() => refuseAgent("Stopping the engine", { env: {} }, nobody)).not.toThrow();
  });

  it("refuses an agent, and names no other way", () => {
    const env = { CLAUDECODE: "1", COUNTERSIGN_TOKEN: "cs_1" };
    expect(() => refuseAgent("Stopping the engine", { env }, nobody)).toThrow(
      expect.objectContaining({
        code: "human_only",
        message:
          "Stopping the engine needs a person, but CLAUDECODE shows that an agent runs this command",
        hint: TELL_THE_PERSON,
      }),
    );
    expect(TELL_THE_PERSON).not.toMatch(/TOKEN|terminal|countersign /i);
  });

  it("refuses below an agent's program", () => {
    expect(() => refuseAgent("Stopping the engine", { env: {} }, () => "codex")).toThrow(
      "codex started this command",
    );
  });
});

describe("requireOwner", () => {
  it("refuses without a terminal, also with a token", () => {
    const at = { atTerminal: false, env: { COUNTERSIGN_TOKEN: "cs_1" } };
    expect(() => requireOwner("This setting", at, nobody)).toThrow("this is not a terminal");
    expect(() => requireOwner("This setting", { ...at, atTerminal: true }, nobody)).not.toThrow();
  });
});
