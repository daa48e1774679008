import { describe, expect, it } from "vitest";
import { sha256 } from "./sha256.ts";

describe("sha256", () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 1_000, 100_000])(
    "agrees with the platform for %i characters",
    async (length) => {
      const text = "+ Grüße 日本 const a = 1;".repeat(5_000).slice(0, length);
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
      expect(sha256(text)).toEqual(new Uint8Array(digest));
    },
  );
});
