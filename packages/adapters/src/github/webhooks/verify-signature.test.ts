import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifySignature } from "./verify-signature.ts";

const SECRET = "It's a Secret to Everybody";
const BODY = Buffer.from("Hello, World!");
/** The pair that GitHub's documentation publishes. */
const SIGNATURE = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

describe("verifySignature", () => {
  it("accepts the example of GitHub's documentation", () => {
    expect(verifySignature(SECRET, BODY, SIGNATURE)).toBe(true);
  });

  it.each([
    ["no signature", undefined],
    ["an empty signature", ""],
    ["a signature by SHA-1", `sha1=${createHmac("sha1", SECRET).update(BODY).digest("hex")}`],
    ["the digest without its kind", SIGNATURE.slice("sha256=".length)],
    ["capital letters", SIGNATURE.toUpperCase()],
    ["a shortened digest", SIGNATURE.slice(0, -2)],
    ["text after the digest", `${SIGNATURE}0`],
    ["two signatures", `${SIGNATURE}, ${SIGNATURE}`],
    ["another secret", `sha256=${createHmac("sha256", "other").update(BODY).digest("hex")}`],
  ])("refuses %s", (_, signature) => {
    expect(verifySignature(SECRET, BODY, signature)).toBe(false);
  });

  it("refuses every signature if there is no secret", () => {
    const signature = `sha256=${createHmac("sha256", "").update(BODY).digest("hex")}`;

    expect(verifySignature("", BODY, signature)).toBe(false);
  });

  it("refuses bytes that decode to the same text as the signed ones", () => {
    const signed = Buffer.from("name: \uFFFD");
    const signature = `sha256=${createHmac("sha256", SECRET).update(signed).digest("hex")}`;
    const altered = Buffer.from([...Buffer.from("name: "), 0xff]);

    expect(altered.toString("utf8")).toBe(signed.toString("utf8"));
    expect(verifySignature(SECRET, signed, signature)).toBe(true);
    expect(verifySignature(SECRET, altered, signature)).toBe(false);
  });
});
