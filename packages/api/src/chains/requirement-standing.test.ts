import { expect, it } from "vitest";
import type { RequirementView } from "../schemas/task-view.ts";
import { requirementStanding } from "./requirement-standing.ts";

const verdict: RequirementView["verdicts"][number] = {
  id: "vrd_1",
  by: "lint",
  byKind: "check",
  opinion: "concerns",
  summary: "",
  findings: [],
  costUsd: 0,
  sandboxed: true,
};
const SILENT = [{ reviewer: "test", reason: "no such package" }];

type About = Pick<RequirementView, "status" | "who" | "verdicts" | "withoutResult">;
const about = (more: Partial<About>): About => ({
  ...{ status: "objected", who: ["test"], verdicts: [], withoutResult: SILENT },
  ...more,
});

it.each([
  [about({}), "no_result"],
  [about({ status: "waiting" }), "no_result"],
  [about({ status: "later" }), "later"],
  [about({ status: "satisfied" }), "satisfied"],
  [about({ withoutResult: [] }), "objected"],
  [about({ who: ["test", "lint"] }), "objected"],
  [about({ who: ["test", "lint"], verdicts: [verdict] }), "objected"],
] as const)("%j stands as %s", (requirement, standing) => {
  expect(requirementStanding(requirement)).toBe(standing);
});
