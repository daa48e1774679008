import { utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import {
  ACT_NAMESPACE,
  MOVE_NAMESPACE,
  SIGN_IN_NAMESPACE,
  statementBytes,
} from "./statement-bytes.ts";

it("has a namespace for each purpose, so that no signature serves another", () => {
  const namespaces = [ACT_NAMESPACE, MOVE_NAMESPACE, SIGN_IN_NAMESPACE];
  expect(namespaces).toEqual(["act@countersign", "move@countersign", "sign-in@countersign"]);
});

it("covers the type and the length in bytes before the statement", () => {
  expect(statementBytes('{"by":"añа"}')).toEqual(
    utf8ToBytes('DSSEv1 28 application/vnd.in-toto+json 14 {"by":"añа"}'),
  );
});
