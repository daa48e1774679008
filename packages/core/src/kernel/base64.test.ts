import { utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "./base64.ts";

/** The examples of RFC 4648. */
it.each([
  ["", ""],
  ["f", "Zg=="],
  ["fo", "Zm8="],
  ["foo", "Zm9v"],
  ["foob", "Zm9vYg=="],
  ["fooba", "Zm9vYmE="],
  ["foobar", "Zm9vYmFy"],
])("encodes %j as %j", (text, encoded) => {
  expect(encodeBase64(utf8ToBytes(text))).toBe(encoded);
  expect(decodeBase64(encoded)).toEqual(utf8ToBytes(text));
});

it.each([
  ["a wrong length", "AAA"],
  ["no padding", "AA"],
  ["bits after the last byte", "AB=="],
  ["the alphabet for addresses", "_-_-"],
  ["a space", "AAAA AAAA"],
  ["a newline at the end", "AAAA\n"],
])("refuses %s", (_, text) => {
  expect(decodeBase64(text)).toBeNull();
});
