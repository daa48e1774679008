import { CountersignError } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { exitCodeOf, failureJson, failureOf, failureText } from "./failure.ts";
import { createStyle } from "./style.ts";

const plain = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

describe("failureOf", () => {
  it("keeps the code, message and hint of a refusal", () => {
    const error = new CountersignError("stale_round", "cs-1 is at round 2", { hint: "look again" });
    expect(failureOf(error)).toEqual({
      code: "stale_round",
      message: "cs-1 is at round 2",
      hint: "look again",
      docs: "countersign help exit-codes",
      retryable: false,
    });
  });

  it("gives a usual hint where the error has none", () => {
    expect(failureOf(new CountersignError("unreachable", "No answer")).hint).toBe(
      "Start the engine: countersign server up",
    );
  });

  it.each([
    ["invalid_input", 2],
    ["timed_out", 3],
    ["forbidden", 4],
    ["not_found", 5],
    ["stale_content", 6],
    ["unreachable", 7],
    ["gate_closed", 11],
    ["on_hold", 13],
    ["internal", 1],
  ] as const)("ends with the code of the one table for %s", (code, exitCode) => {
    expect(exitCodeOf(failureOf(new CountersignError(code, "x")))).toBe(exitCode);
  });

  it("calls whatever it does not know internal", () => {
    expect(failureOf(new TypeError("x is undefined")).code).toBe("internal");
    expect(failureOf("odd").message).toBe("odd");
  });
});

describe("failureText", () => {
  it("says what happened, then what to do, with nothing that a terminal obeys", () => {
    const error = new CountersignError("not_found", "no \u001b[2J", { hint: "try \u202e" });
    expect(failureText(failureOf(error), plain)).toBe("error: no ␛[2J\n  fix: try ‹U+202E›");
  });
});

describe("failureJson", () => {
  it("is one object with the fields that scripts read", () => {
    const json = failureJson(failureOf(new CountersignError("upstream_failed", "git is gone")));
    expect(JSON.parse(json)).toEqual({
      error: {
        code: "upstream_failed",
        message: "git is gone",
        hint: null,
        docs: "countersign help exit-codes",
        retryable: true,
      },
    });
  });
});
