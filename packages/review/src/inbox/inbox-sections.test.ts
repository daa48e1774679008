import { expect, it } from "vitest";
import { sortBySection } from "./inbox-sections.ts";

it("puts held tasks first and keeps the order within a section", () => {
  const lines = [
    { task: "a", section: "yours" },
    { task: "b", section: "ready" },
    { task: "c", section: "held" },
    { task: "d", section: "yours" },
    { task: "e", section: "held" },
  ] as const;

  expect(sortBySection(lines).map(({ task }) => task)).toEqual(["c", "e", "a", "d", "b"]);
});
