import { describe, expect, it } from "vitest";
import type { Policy } from "../policy.ts";
import { Preset } from "../words.ts";
import { loadPolicy } from "./load-policy.ts";

function load(file: Record<string, unknown>, base?: unknown): Policy {
  const loaded = loadPolicy(file, base === undefined ? {} : { base });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

/** Every reviewer that may be asked, by kind. */
function askedBy({ policies, reviewers }: Policy): Set<string | undefined> {
  const ids = policies.flatMap(({ require }) =>
    require.flatMap((demand) => ("reviewer" in demand ? [demand.reviewer] : [])),
  );
  return new Set(ids.map((id) => reviewers.find((reviewer) => reviewer.id === id)?.kind));
}

describe("a preset", () => {
  it("balanced is what an empty file means", () => {
    expect(load({ preset: "balanced" }).digest).toBe(load({}).digest);
  });

  it.each(Preset.options)("%s keeps the universal checks", (preset) => {
    expect(load({ preset }).policies[0]).toMatchObject({ id: "universal", when: "always" });
  });

  it("careful asks a person for each task, and more agents about all code", () => {
    const policy = load({ preset: "careful" });

    expect(policy.modes).toMatchObject({ default: "per-task", floor: "per-task" });
    expect(policy.merge.freshness).toBe("strict");
    expect(policy.policies.at(-1)).toMatchObject({
      id: "careful",
      require: [{ reviewer: "security-reviewer" }, { reviewer: "test-reviewer" }],
    });
  });

  it("fast needs no agent, and asks the owner where the risk is high", () => {
    const policy = load({ preset: "fast" });

    expect(askedBy(policy)).toEqual(new Set(["check"]));
    expect(policy.modes.default).toBe("auto");
    expect(policy.policies.at(-1)?.require).toEqual([{ layer: "owner", quorum: 1 }]);
    expect(new Set(policy.rules.map(({ reviewer }) => reviewer)).has("build-reviewer")).toBe(false);
  });

  it("stands above its profile and below every file", () => {
    expect(load({ preset: "fast", profile: "chains" }).modes.default).toBe("auto");
    expect(load({ preset: "fast", modes: { default: "batch" } }).modes.default).toBe("batch");
    const base = { preset: "careful", modes: { default: "batch" } };
    expect(load({ preset: "fast" }, base).modes).toMatchObject({ default: "batch", floor: "auto" });
  });

  it("cannot get past what a base locks", () => {
    const base = { preset: "careful", locked: ["modes.default"] };

    expect(loadPolicy({ preset: "fast" }, { base })).toMatchObject({ ok: false });
  });
});
