import { describe, expect, it } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");

describe("retryAfterMs", () => {
  it.each([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "1.5" }, 1_500],
    [{ "retry-after": "7", "retry-after-ms": "250" }, 250],
    [{ "retry-after": "Thu, 01 Jan 2026 00:01:00 GMT" }, 60_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  ])("reads %j", (headers, ms) => {
    expect(retryAfterMs(headers, NOW)).toBe(ms);
  });

  it.each([
    {},
    { "retry-after": "" },
    { "retry-after": "soon" },
    { "retry-after": "-5" },
    { "retry-after": "1e9" },
    { "retry-after": "NaN GMT" },
    { "retry-after": "2026-01-01" },
  ])("knows nothing from %j", (headers) => {
    expect(retryAfterMs(headers, NOW)).toBeUndefined();
  });

  it("waits an hour at most, whatever a server says", () => {
    expect(retryAfterMs({ "retry-after": "999999999" }, NOW)).toBe(3_600_000);
    expect(retryAfterMs({ "retry-after": "Thu, 01 Jan 2099 00:00:00 GMT" }, NOW)).toBe(3_600_000);
  });
});
