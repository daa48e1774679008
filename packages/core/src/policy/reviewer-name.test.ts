import { expect, it } from "vitest";
import { policyOf } from "../testing/policy-of.ts";
import { reviewerNameConflict } from "./actor-names.ts";

const POLICY = policyOf({
  people: { owner: ["ana"], substitutes: { ana: ["ben"] } },
  departments: { engineering: { head: "carla", agents: ["robo"] } },
  checks: [{ id: "test", run: "npm test" }],
});

it.each([
  ["ana", "is a person"],
  ["ANA", "is a person"],
  ["ben", "is a person"],
  ["carla", "is a person"],
  ["robo", "is an agent of a department"],
  ["test", "is a check"],
  ["secrets", "is a check"],
  ["Integrity", "is a check"],
  ["codex", "is a reviewer of this policy already"],
  ["owner", "countersign uses itself"],
  ["peer", "countersign uses itself"],
  ["countersign", "countersign uses itself"],
])("a new reviewer cannot be called %s", (name, why) => {
  expect(reviewerNameConflict(name, POLICY)).toContain(why);
});

it("a new reviewer may have any other name", () => {
  expect(reviewerNameConflict("money-expert", POLICY)).toBeNull();
});
