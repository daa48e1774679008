import { randomFillSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { principal } from "../testing/principal.ts";
import { createSignInCodes, type SignInCodes } from "./sign-in-codes.ts";

const ana = principal("ana", "human");
const GUESSES = 1_000_000;

function codesAt(clock: { ms: number }): SignInCodes {
  return createSignInCodes(() => clock.ms);
}

describe("one-time codes", () => {
  it("are 256 random bits, valid once, for the person who created them", () => {
    const codes = createSignInCodes();
    const code = codes.issue(ana);

    expect(code).toMatch(/^csc_[\w-]{43}$/);
    expect(codes.issue(ana)).not.toBe(code);
    expect(codes.take(code)).toMatchObject({ is: "valid", by: ana });
    expect(codes.take(code)).toEqual({ is: "used", by: ana, session: null });
  });

  it("name the session that they were exchanged for, to a second caller", () => {
    const codes = createSignInCodes();
    const code = codes.issue(ana);
    const first = codes.take(code);
    if (first.is === "valid") first.settle("tok_1");

    expect(codes.take(code)).toEqual({ is: "used", by: ana, session: "tok_1" });
  });

  it.each([
    [59_999, "valid"],
    [60_000, "unknown"],
    [61_000, "unknown"],
  ])("are, after %i ms, %s", (ms, is) => {
    const clock = { ms: 5 };
    const codes = codesAt(clock);
    const code = codes.issue(ana);
    clock.ms += ms;
    expect(codes.take(code).is).toBe(is);
  });

  it("are forgotten when they have expired, used or not", () => {
    const clock = { ms: 0 };
    const codes = codesAt(clock);
    const code = codes.issue(ana);
    codes.take(code);
    clock.ms = 61_000;
    codes.issue(ana);
    expect(codes.take(code)).toEqual({ is: "unknown" });
  });

  it("are limited in number: a new one replaces the oldest", () => {
    const codes = createSignInCodes();
    const all = Array.from({ length: 1_001 }, () => codes.issue(ana));
    expect(codes.take(all[0] ?? "").is).toBe("unknown");
    expect(codes.take(all[1] ?? "").is).toBe("valid");
    expect(codes.take(all[1_000] ?? "").is).toBe("valid");
  });

  it("are not valid in any other spelling", () => {
    const codes = createSignInCodes();
    const code = codes.issue(ana);
    const swapped = code.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    const others = [swapped, code.slice(0, -1), `${code}A`, ` ${code}`, `${code}\n`];
    for (const other of [...others, code.slice(4), code.toUpperCase(), "csc_", ""])
      expect(codes.take(other)).toEqual({ is: "unknown" });
    expect(codes.take(code).is).toBe("valid");
  });

  it("are never guessed: 10^6 guesses, 0 accepted", () => {
    const codes = createSignInCodes(() => 0);
    const issued = Array.from({ length: 100 }, () => codes.issue(ana));
    const bytes = randomFillSync(Buffer.alloc(GUESSES + 32));
    let accepted = 0;
    for (let at = 0; at < GUESSES; at += 1) {
      const guess = `csc_${bytes.toString("base64url", at, at + 32)}`;
      if (codes.take(guess).is !== "unknown") accepted += 1;
    }
    expect(accepted).toBe(0);
    expect(issued.filter((code) => codes.take(code).is === "valid")).toHaveLength(100);
  });
});
