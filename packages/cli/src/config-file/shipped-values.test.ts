import { describe, expect, it } from "vitest";
import { openGateLab } from "../gate/testing/gate-lab.ts";

/** The value of a key as `config get` prints it, under a configuration of the repository. */
async function configured(key: string, config: object = {}) {
  const { code, out, err } = await openGateLab(config).run("config", "get", key, "--json");
  if (code !== 0) throw new Error(err);
  return JSON.parse(out).data.value;
}

describe("the shipped configuration", () => {
  it("has reviewers with id, name, tools and capabilities, which only read [R-096] [R-097] [R-098]", async () => {
    const reviewers: { id: string; kind: string; tools: string[] }[] =
      await configured("reviewers");
    const agents = reviewers.filter(({ kind }) => kind === "agent");

    expect(agents.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        "build-reviewer",
        "finance-sme",
        "design-auditor",
        "security-reviewer",
        "architecture-reviewer",
        "integration-reviewer",
      ]),
    );
    for (const agent of agents) {
      expect(agent).toMatchObject({
        name: expect.stringMatching(/./),
        capabilities: expect.any(Array),
      });
      expect(agent.tools.filter((tool) => !["Read", "Grep", "Glob"].includes(tool))).toEqual([]);
    }
  });

  it("has more than eighty rules, each with everything that a rule needs [R-121]", async () => {
    const rules: Record<string, string>[] = await configured("rules");

    expect(rules.length).toBeGreaterThan(80);
    const fields = ["id", "name", "severity", "reviewer", "category", "description"];
    for (const rule of rules)
      for (const field of [...fields, "detection", "recommendation"])
        expect(rule[field], `${rule.id} ${field}`).toMatch(/./);
  });

  it("has the modes, the limits of auto-approval and the rules for labels [R-231]", async () => {
    expect(await configured("modes")).toMatchObject({
      default: "batch",
      labels: {
        security: { mode: "per-task", autoApprove: false },
        docs: { mode: "skip" },
        trivial: { mode: "auto" },
      },
      autoApprove: {
        enabled: true,
        requireQualityPass: true,
        maxIterations: 3,
        requireSignalDone: true,
      },
    });
    expect(await configured("modes.default", { modes: { default: "per-task" } })).toBe("per-task");
  });
});

const UNIVERSAL = {
  id: "universal",
  when: "always",
  require: [{ reviewer: "integrity" }],
  description: "Every change",
};
const RULE = {
  id: "own-01",
  name: "Own",
  severity: "major",
  reviewer: "integrity",
  category: "own",
  description: "Ours",
  detection: "look",
  recommendation: "mend",
};

describe("a configuration", () => {
  it("may have chains and overrides of its own, and no layer that there is not [R-230]", async () => {
    const config = { chainOverrides: { engineering: { code: ["self", "owner"] } } };
    expect(await configured("chainOverrides.engineering.code", config)).toEqual(["self", "owner"]);
    const lab = openGateLab(config);
    const set = (value: string) =>
      lab.run("config", "set", "chainOverrides.engineering.code", value);
    expect(await set('["self", "ownr"]')).toMatchObject({
      code: 2,
      err: expect.stringContaining("owner"),
    });
    expect(await set('["peer"]')).toMatchObject({ code: 0 });
    expect((await lab.run("config", "get", "chainOverrides.engineering.code")).out).toContain(
      "peer",
    );
  });

  it.each([
    [
      "a rule without a severity",
      { rules: [{ ...RULE, severity: undefined }] },
      "rules[0].severity",
    ],
    ["a severity that is none", { rules: [{ ...RULE, severity: "huge" }] }, "rules[0].severity"],
    ["an empty description", { rules: [{ ...RULE, description: "" }] }, "rules[0].description"],
    ["two rules of one id", { rules: [RULE, RULE] }, "rules[1].id"],
    ["a rule of nobody", { rules: [{ ...RULE, reviewer: "nobody" }] }, "rules[0].reviewer"],
    [
      "a rule whose reviewer is never asked",
      { rules: [{ ...RULE, reviewer: "secrets" }] },
      "rules[0]",
    ],
    [
      "a domain that there is not",
      { policies: [UNIVERSAL, { ...UNIVERSAL, id: "own", when: { domain: "moon" } }] },
      "policies[1].when.domain",
    ],
    [
      "a glob that is none",
      { domains: [{ id: "own", globs: ["a[["], description: "Own" }] },
      "domains[0].globs",
    ],
    [
      "no policy for every change",
      { policies: [{ ...UNIVERSAL, when: { paths: ["a"] } }] },
      "policies",
    ],
    [
      "a priority above 100",
      { policies: [{ ...UNIVERSAL, priority: 101 }] },
      "policies[0].priority",
    ],
  ])("with %s is refused, and the place is named [R-232] [R-242]", async (_, config, place) => {
    const { code, err } = await openGateLab({ policies: [UNIVERSAL], rules: [], ...config }).run(
      "config",
      "get",
      "limits.attempts",
    );

    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(place) });
  });
});
