import { expect, it } from "vitest";
import { digestText } from "../../kernel/digest.ts";
import { chainOrigin, checkpointText, parseCheckpoint } from "./checkpoint.ts";

const ROOT = digestText("root");
const TEXT = checkpointText({ origin: "example.com/log", size: 12, root: ROOT });

it("parses what it writes", () => {
  expect(parseCheckpoint(TEXT)).toEqual({ origin: "example.com/log", size: 12, root: ROOT });
});

it.each([
  ["an extension line", `${TEXT}more\n`],
  ["an empty line before its origin", `\n${TEXT}`],
  ["an origin of more than 1,000 characters", `${"a".repeat(1_000)}${TEXT}`],
  ["no origin", TEXT.replace("example.com/log", "")],
  ["a size with a leading zero", TEXT.replace("12", "012")],
  ["a size above what a number holds", TEXT.replace("12", "9".repeat(16))],
  ["a short root", TEXT.replace(/\n[^\n]+\n$/, "\nAAAA\n")],
  ["a root that is no base64", TEXT.replace(/=\n$/, "\n")],
  ["no end", TEXT.slice(0, -1)],
])("refuses a checkpoint with %s", (_, text) => {
  expect(parseCheckpoint(text)).toBeNull();
});

it("names a chain by its repository and its branch, without a space or a plus", () => {
  expect(chainOrigin("csr_0", "refs/heads/main")).toBe("countersign.dev/csr_0/refs/heads/main");
  expect(chainOrigin("csr_0", "refs/heads/a+ü")).toBe(
    "countersign.dev/csr_0/refs/heads/a%2B%C3%BC",
  );
});
