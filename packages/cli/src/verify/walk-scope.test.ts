import type { Clone } from "@countersign/adapters";
import { expect, it } from "vitest";
import { walkScope } from "./walk-scope.ts";

const EMPTY = { readTexts: async () => new Map() } as Partial<Clone> as Clone;

it.each([
  [null, []],
  [{ first: 4, last: 4 }, [{ code: "proof_missing", move: null, about: "a move was not judged" }]],
])("proves nothing about the moves %j that a walk leaves out", async (covered, problems) => {
  const walked = await walkScope(EMPTY, {
    chain: { target: "main", proofs: [], missing: null },
    ...{ covered, root: null, start: null, revoked: [], retractions: [] },
    required: { people: 0, level: "signed", witness: false },
    ...{ bookmarkAt: 0, cosignedSize: null },
  });
  expect(walked.problems).toEqual(problems);
});
