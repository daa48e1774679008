import { describe, expect, it } from "vitest";
import { PublicUrl } from "./serve-engine.ts";

describe("PublicUrl", () => {
  it.each([
    ["https://cs.example.com", "https://cs.example.com"],
    ["https://CS.example.com:443/", "https://cs.example.com"],
    ["https://cs.example.com:8443", "https://cs.example.com:8443"],
  ])("reads %s as the origin %s", (text, origin) => {
    expect(PublicUrl.parse(text)).toBe(origin);
  });

  it.each([
    "http://cs.example.com",
    "cs.example.com",
    "https://cs.example.com/review",
    "https://cs.example.com/?a=b",
    "https://ana:secret@cs.example.com",
    "javascript:alert(1)",
    "",
  ])("refuses %j", (text) => {
    expect(PublicUrl.safeParse(text).success).toBe(false);
  });
});
