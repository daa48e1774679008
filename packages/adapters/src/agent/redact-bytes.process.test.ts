import { describe, expect, it } from "vitest";
import { createByteRedactor } from "./redact-bytes.ts";

const SECRET = "sk-secret-sk-secret-1";

function through(text: string, size: number, secret = SECRET): string {
  const redactor = createByteRedactor(secret);
  const bytes = Buffer.from(text);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size)
    out.push(redactor.next(bytes.subarray(at, at + size)));
  return Buffer.concat([...out, redactor.rest()]).toString("utf8");
}

describe("createByteRedactor", () => {
  it.each([
    { text: `before ${SECRET} after`, becomes: "before [redacted] after" },
    { text: SECRET + SECRET, becomes: "[redacted][redacted]" },
    { text: `sk-secret-${SECRET}`, becomes: "sk-secret-[redacted]" },
    { text: "sk-secret-sk-secret-", becomes: "sk-secret-sk-secret-" },
    { text: "nothing to see, ünïcode", becomes: "nothing to see, ünïcode" },
    { text: "", becomes: "" },
  ])("turns $text into $becomes, however the bytes are cut", ({ text, becomes }) => {
    const sizes = [1, 2, 3, 5, 7, 11, 20, 21, 22, 1_000];

    expect(new Set(sizes.map((size) => through(text, size)))).toEqual(new Set([becomes]));
  });

  it("holds nothing back that cannot be the beginning of the secret", () => {
    expect(createByteRedactor(SECRET).next(Buffer.from("data: {}\n\n")).toString()).toBe(
      "data: {}\n\n",
    );
  });

  it("leaves a text alone when the secret is too short to be one", () => {
    expect(through("x marks the spot", 3, "x")).toBe("x marks the spot");
  });
});
