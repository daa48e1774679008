import { describe, expect, it } from "vitest";
import { fingerprint, squeeze } from "./fingerprint.ts";

const base = {
  category: "security",
  file: "src/auth.ts",
  quote: "const hash = md5(password);",
  message: "MD5 is broken",
};

describe("fingerprint", () => {
  it("is a digest", () => {
    expect(fingerprint(base)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    { what: "indentation", quote: "    const hash = md5(password);  " },
    { what: "line breaks", quote: "const hash =\r\n\tmd5(password);" },
    { what: "spaces where there were none", quote: "const hash = md5( password );" },
  ])("stays the same when the quote differs only in $what", ({ quote }) => {
    expect(fingerprint({ ...base, quote })).toBe(fingerprint(base));
  });

  it("does not look at the message where there is a quote", () => {
    expect(fingerprint({ ...base, message: "Use Argon2" })).toBe(fingerprint(base));
  });

  it("does not look at the line", () => {
    const moved: typeof base & { line: number } = { ...base, line: 90 };

    expect(fingerprint(moved)).toBe(fingerprint(base));
  });

  it("does not look at the category where there is a rule", () => {
    const ruled = { ...base, ruleId: "sec-hash-01" };

    expect(fingerprint({ ...ruled, category: "other" })).toBe(fingerprint(ruled));
  });

  it.each([
    { what: "file", change: { file: "src/login.ts" } },
    { what: "category", change: { category: "style" } },
    { what: "rule", change: { ruleId: "sec-hash-01" } },
    { what: "quoted code", change: { quote: "const hash = sha1(password);" } },
    { what: "case of the code", change: { quote: "const Hash = md5(password);" } },
  ])("differs with another $what", ({ change }) => {
    expect(fingerprint({ ...base, ...change })).not.toBe(fingerprint(base));
  });

  it("does not mistake a rule for a category of the same name", () => {
    const quiet = { message: "m", file: "a.ts" };

    expect(fingerprint({ ...quiet, category: "x", ruleId: "security" })).not.toBe(
      fingerprint({ ...quiet, category: "security" }),
    );
  });

  it("uses the message where there is no quote, whatever its case and spaces", () => {
    const unquoted = { category: "security", file: "a.ts", message: "MD5 is  broken" };

    expect(fingerprint({ ...unquoted, message: " md5 is broken\n" })).toBe(fingerprint(unquoted));
    expect(fingerprint({ ...unquoted, quote: " \n " })).toBe(fingerprint(unquoted));
    expect(fingerprint({ ...unquoted, message: "No salt" })).not.toBe(fingerprint(unquoted));
  });

  it("does not mistake a message for a quote of the same words", () => {
    expect(fingerprint({ category: "c", message: "abc" })).not.toBe(
      fingerprint({ category: "c", message: "x", quote: "abc" }),
    );
  });

  it("needs no file", () => {
    expect(fingerprint({ category: "docs", message: "No changelog" })).not.toBe(
      fingerprint({ category: "docs", message: "No changelog", file: "a.md" }),
    );
  });
});

describe("squeeze", () => {
  it("removes white space and control characters and nothing else", () => {
    expect(squeeze(" a\t\u001b[31mb\r\n\u00a0c ä\u0000 ")).toBe("a[31mbcä");
  });
});
