import { ForgeError } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { toForgeError } from "./to-forge-error.ts";

const NOW = Date.UTC(2026, 0, 1);
const TOKEN = `ghs_${"Zq3vN8xK".repeat(5)}`.slice(0, 40);
const failed = (status: number, headers: object = {}, message = "No") =>
  Object.assign(new Error(message), { status, response: { headers, data: { message } } });
const inSeconds = (seconds: number) => String(NOW / 1_000 + seconds);

describe("toForgeError", () => {
  it.each([
    [403, { "retry-after": "7" }, "You have exceeded a secondary rate limit", "wait", 7_000],
    [403, {}, "You have exceeded a secondary rate limit. Please wait", "wait", 60_000],
    [403, {}, "You have triggered an abuse detection mechanism", "wait", 60_000],
    [429, {}, "Slow down", "wait", 60_000],
    [429, { "retry-after": "30" }, "Slow down", "wait", 30_000],
    [
      403,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(90) },
      "x",
      "wait",
      90_000,
    ],
    [403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(-9) }, "x", "wait", 1_000],
    [403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "soon" }, "x", "wait", 60_000],
    [403, { "retry-after": "999999" }, "x", "wait", 3_600_000],
    [403, { "x-ratelimit-remaining": "12" }, "Resource not accessible", "refused", null],
    [401, {}, "Bad credentials", "refused", null],
    [404, {}, "Not Found", "refused", null],
    [422, {}, "Validation Failed", "refused", null],
    [408, {}, "Timeout", "retry", null],
    [500, {}, "Server Error", "retry", null],
    [502, { "retry-after": "5" }, "Bad Gateway", "retry", null],
    [503, {}, "Unavailable", "retry", null],
  ])("maps %i with %j and %j to %s", (status, headers, message, kind, retryAfterMs) => {
    const error = toForgeError(failed(status, headers, message), NOW);

    expect(error).toBeInstanceOf(ForgeError);
    expect(error).toMatchObject({
      kind,
      retryAfterMs,
      message: `GitHub answered ${status}: ${message}`,
    });
  });

  it("keeps the error of our own guard", () => {
    const own = new ForgeError("retry", "GitHub did not answer in time");
    const wrapped = Object.assign(new Error("x"), { status: 500, cause: own });

    expect(toForgeError(own, NOW)).toBe(own);
    expect(toForgeError(wrapped, NOW)).toBe(own);
  });

  it("quotes one bounded line without credentials", () => {
    const { message } = toForgeError(
      failed(422, {}, `a\n\u001b[31mb ${TOKEN} ${"x".repeat(9_999)}`),
      NOW,
    );

    expect(message).not.toContain(TOKEN);
    expect(message).toMatch(/^GitHub answered 422: a \[31mb \[/);
    expect(message.length).toBeLessThan(330);
  });

  it("keeps nothing of the failed request, which contains credentials", () => {
    const error = Object.assign(failed(500), { request: { headers: { authorization: TOKEN } } });
    const { message, stack, cause } = toForgeError(error, NOW);

    expect(`${message}${stack}${String(cause)}`).not.toContain(TOKEN);
  });

  it("quotes nothing of an error that GitHub did not send", () => {
    expect(toForgeError(new Error(`bad key ${TOKEN}`), NOW)).toMatchObject({
      kind: "retry",
      message: "GitHub: the answer cannot be read",
    });
  });
});
