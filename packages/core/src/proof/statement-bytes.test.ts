import { utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { statementBytes } from "./statement-bytes.ts";

it("covers the type and the length in bytes before the statement", () => {
  expect(statementBytes('{"by":"añа"}')).toEqual(
    utf8ToBytes('DSSEv1 28 application/vnd.in-toto+json 14 {"by":"añа"}'),
  );
});
