import { loadPolicy } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { isBuiltin } from "./builtin/builtin.ts";

const loaded = loadPolicy({});
if (!loaded.ok) throw new Error("The empty policy is refused");
const { policy } = loaded;

describe("isBuiltin", () => {
  const ours = policy.reviewers.filter(({ adapter }) => adapter === "builtin");

  it.each(ours.map(({ id }) => id))("knows %s, as the registry says", (id) => {
    expect(isBuiltin(id, policy.reviewers)).toBe(true);
  });

  it.each(["test", "", "toString", "__proto__", "build-reviewer"])("does not know %j", (id) => {
    expect(isBuiltin(id, policy.reviewers)).toBe(false);
  });

  it("leaves a name to whom the registry gives it", () => {
    const others = policy.reviewers.map((entry) => ({ ...entry, adapter: "check" as const }));

    expect(isBuiltin("secrets", others)).toBe(false);
  });
});
