import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { digestText } from "./digest.ts";

const hash = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

it("gives a text the same digest, however many others were digested before", () => {
  const texts = [
    ...Array.from({ length: 700 }, (_, at) => `question ${at}`),
    ...["", "é😀", "x".repeat(999), "x".repeat(1_000), "x".repeat(1_001), "x".repeat(5_000)],
  ];
  const expected = texts.map(hash);

  expect(texts.map(digestText)).toEqual(expected);
  expect(texts.toReversed().map(digestText)).toEqual(expected.toReversed());
});
