import { describe, expect, it } from "vitest";
import { assertNever } from "./assert-never.ts";
import { CountersignError, ERRORS } from "./errors.ts";

describe("the closed list of errors", () => {
  it("says of each code whether the same request may succeed later", () => {
    const codes = Object.entries(ERRORS).filter(([, isRetryable]) => isRetryable);
    expect(codes.map(([code]) => code)).toEqual([
      "too_many_requests",
      "upstream_failed",
      "unreachable",
      "timed_out",
    ]);
  });

  it("keeps code, hint and cause for the edges", () => {
    const cause = new Error("socket");
    const error = new CountersignError("upstream_failed", "GitHub answered 502", {
      hint: "try later",
      cause,
    });

    expect(error).toMatchObject({
      name: "CountersignError",
      code: "upstream_failed",
      hint: "try later",
      cause,
      details: {},
    });
    expect(error.retryable).toBe(true);
    expect(new CountersignError("forbidden", "no").retryable).toBe(false);
  });
});

it("assertNever makes a corrupt value loud", () => {
  expect(() => assertNever("maybe" as never)).toThrow('Unexpected value: "maybe"');
});
