import { expect, it } from "vitest";
import { reasonText } from "./reason-text.ts";

it("says a reason in words", () => {
  expect(reasonText("not_shown_whole")).toBe(
    "a reviewer was not shown the whole change, so a person must look at it",
  );
  expect(reasonText("merge_retries")).toBe("the merge failed too often");
});

it("makes a reason that it does not know readable", () => {
  expect(reasonText("a_newer_reason")).toBe("a newer reason");
  expect(reasonText("constructor")).toBe("constructor");
});
