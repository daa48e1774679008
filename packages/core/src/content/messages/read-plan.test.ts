import { describe, expect, it } from "vitest";
import { readPlan } from "./read-plan.ts";

describe("a plan of boxes", () => {
  it("has a task for each unchecked box, described by what is indented below it", () => {
    const plan = [
      "# Login",
      "",
      "Some words about it.",
      "",
      "- [ ] Add user auth (P0, security)",
      "  Use JWT with refresh tokens.",
      "",
      "  ```ts",
      "  - [ ] not a task",
      "  ```",
      "  - a token expires after an hour",
      "  - [ ] logging out ends every session",
      "- [x] Fix the typo",
      "- [ ] Limit the rate",
      "",
      "## Later",
      "",
      "* [ ] Write docs (P2)",
    ].join("\n");

    expect(readPlan(plan)).toEqual([
      {
        title: "Add user auth",
        description: "Use JWT with refresh tokens.\n\n```ts\n- [ ] not a task\n```",
        acceptance: ["a token expires after an hour", "logging out ends every session"],
        priority: "P0",
        labels: ["security"],
        line: 5,
      },
      {
        title: "Limit the rate",
        description: "",
        acceptance: [],
        priority: null,
        labels: [],
        line: 14,
      },
      {
        title: "Write docs",
        description: "",
        acceptance: [],
        priority: "P2",
        labels: [],
        line: 18,
      },
    ]);
  });
});

describe("a plan of headings", () => {
  it("has a task for each heading of the second level, with its criteria", () => {
    const plan = [
      "# Login",
      "Not a task.",
      "## Task 1: Add user auth",
      "Use JWT.",
      "",
      "### Notes",
      "- keep it small",
      "",
      "**Acceptance criteria:**",
      "",
      "- a token expires after an hour",
      "1. logging out ends every session",
      "",
      "And no more.",
      "- an item of the description",
      "## Limit the rate ##",
      "",
      "Done when",
      "- two calls at once give one 429",
    ].join("\r\n");

    expect(readPlan(plan)).toEqual([
      {
        title: "Add user auth",
        description:
          "Use JWT.\n\n### Notes\n- keep it small\n\n\n\nAnd no more.\n- an item of the description",
        acceptance: ["a token expires after an hour", "logging out ends every session"],
        priority: null,
        labels: [],
        line: 3,
      },
      {
        title: "Limit the rate",
        description: "",
        acceptance: ["two calls at once give one 429"],
        priority: null,
        labels: [],
        line: 16,
      },
    ]);
  });
});

describe("a plan", () => {
  it.each([
    "",
    "Only words.",
    "# One heading",
    "- [x] done",
    "- [ ] ",
    "##",
    "```\n- [ ] code\n```",
  ])("%j has no task", (text) => {
    expect(readPlan(text)).toEqual([]);
  });

  it("keeps a title that only looks as if it had terms", () => {
    expect(readPlan("- [ ] Say (P9) or (later)")[0]?.title).toBe("Say (P9) or (later)");
  });

  it("has at most 500 tasks", () => {
    const plan = Array.from({ length: 501 }, (_, index) => `- [ ] Job ${index}`).join("\n");
    expect(readPlan(plan)).toHaveLength(500);
  });
});
