import fc from "fast-check";
import { expect, it } from "vitest";
import { times } from "../testing/scale.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";

it("decodes what it encodes", () => {
  const lengths = new Set<number>();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      lengths.add(bytes.length % 3);
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
    }),
    { numRuns: times(200, 40) },
  );
  expect(lengths.size).toBe(3);
});
