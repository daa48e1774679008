import { describe, expect, it } from "vitest";
import { digestOf } from "../../kernel/digest.ts";
import { policyOf } from "../../testing/policy-of.ts";
import { loadPolicy } from "../load/load-policy.ts";
import { Preset } from "../words.ts";
import { baseFile, FIRST_VERSION, SHIPPED_VERSIONS } from "./versions.ts";

/** What decides in the shipped lists; names and descriptions may get better words. */
function decisive(file: object) {
  const { domains, rules, policies, reviewers } = policyOf(file);
  return {
    domains: domains.map(({ id, globs, risk }) => ({ id, globs, risk })),
    rules: rules.map(({ id, severity, reviewer }) => ({ id, severity, reviewer })),
    policies: policies.map(({ id, when, require }) => ({ id, when, require })),
    reviewers: reviewers.map(({ id, kind, adapter, modelFamily, maxSeverity, budgetUsd }) => ({
      id,
      kind,
      adapter,
      modelFamily,
      maxSeverity,
      budgetUsd,
    })),
  };
}

describe("a version of the shipped policies", () => {
  it.each(Preset.options)("asks for the same in every release: version 1, preset %s", (preset) => {
    const lists = decisive({ extends: "countersign:default@1", preset });

    expect(digestOf(lists)).toBe(RELEASED[preset]);
  });

  it("is the first one where a file names none", () => {
    expect(FIRST_VERSION).toBe("countersign:default@1");
    expect(decisive({})).toEqual(decisive({ extends: FIRST_VERSION }));
  });

  it("may be named by a base in turn", () => {
    const loaded = loadPolicy({ extends: "base.json" }, { base: { extends: FIRST_VERSION } });
    expect(loaded.ok).toBe(true);
  });

  it("that this release does not have is refused, with those that it has", () => {
    expect(loadPolicy({ extends: "countersign:default@2" })).toEqual({
      ok: false,
      problems: [
        {
          path: "extends",
          reason: `This release does not have countersign:default@2; it has ${SHIPPED_VERSIONS.join(", ")}`,
          didYouMean: FIRST_VERSION,
        },
      ],
    });
  });

  it("is no file of the repository", () => {
    expect([null, FIRST_VERSION, "base.json"].map(baseFile)).toEqual([null, null, "base.json"]);
  });
});

/** Digests of version 1. If one differs, the lists of a released version were changed: add a version instead. */
const RELEASED: Readonly<Record<Preset, string>> = {
  careful: "15708d829f2269c4716999ad672b76636ea504d49f0fefa9c9dc759066d9fc12",
  balanced: "fbb9d53249116b7cfe10c2bda0edce98a1df2554d3396348e518d86aad1faa2e",
  fast: "79a2c80919e0884620e3443b13f50204ba6d62307a0fd3ee2f72a25916b4cf63",
};
