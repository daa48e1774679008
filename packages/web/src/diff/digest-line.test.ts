import { expect, it } from "vitest";
import { digestReadLine } from "./digest-line.ts";

// The terminal's digests: the first 16 characters of SHA-256 in base64url.
it.each([
  ["", "47DEQpj8HBSa-_TI"],
  ["+const a = 1;", "9H39k46wdpXejJmW"],
  ["-\u202eGrüße", "oITQ-9Y14JvltF5w"],
])("digests %j as the terminal does", (line, digest) => {
  expect(digestReadLine(line)).toBe(digest);
});
