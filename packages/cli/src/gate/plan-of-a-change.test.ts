import { describe, expect, it } from "vitest";
import type { GateReport } from "./gate-report.ts";
import { type GateLab, openGateLab } from "./testing/gate-lab.ts";

const UNIVERSAL = {
  id: "universal",
  when: "always",
  require: [{ reviewer: "secrets" }],
  description: "Every change",
};

/** Asks for nothing but what every policy must. */
const PLAIN = { policies: [UNIVERSAL], rules: [], checks: [] };

/** A change of one file on a branch, which stands in for the title. */
function changed(branch: string, path: string, config?: object): GateLab {
  const lab = openGateLab(config);
  lab.git("switch", "--quiet", "-c", branch);
  lab.write(path, "one\ntwo\n");
  lab.commit();
  return lab;
}

/** The report of a run that asks nobody. */
async function planned(lab: GateLab): Promise<GateReport> {
  const { code, out, err } = await lab.run("gate", "--dry-run", "--json");
  if (code !== 0) throw new Error(err);
  return JSON.parse(out).data;
}

/** Whom the plan asks besides the check that every plan has, each with the entry that asks. */
async function asked(lab: GateLab): Promise<[string, string | undefined][]> {
  const { reviewers } = await planned(lab);
  const chosen = reviewers.filter(({ reviewer }) => reviewer !== "integrity");
  return chosen.map(({ reviewer, because }) => [reviewer, because[0]?.entry]);
}

describe("the kind of a change", () => {
  it.each([
    ["press-release-and-brand-guideline", "marketing_internal"],
    ["test-the-forecast", "financial_report"],
  ])("of %s is %s: the first match of the list wins [R-060]", async (branch, type) => {
    const { plan } = await planned(changed(branch, "notes.md", PLAIN));

    expect(plan.type).toBe(type);
  });

  it.each([
    ["implement-the-marketing-plan", "marketing_internal"],
    ["budget-for-the-pull-request-bot", "code"],
  ])("of %s is %s: phrases come before single words [R-061] [R-244]", async (branch, type) => {
    const { plan } = await planned(changed(branch, "notes.md", PLAIN));

    expect(plan.type).toBe(type);
  });

  it.each([
    ["ODE-to-spring", "poem"],
    ["a_Sonnet", "poem"],
    ["sonnets", "internal_document"],
    ["fix-the-door", "internal_document"],
  ])("of %s is %s by the words of the configuration [R-063]", async (branch, type) => {
    const poems = { type: "poem", phrases: ["ode to"], words: ["sonnet"] };
    const chains = { poem: ["self"], internal_document: ["self"] };
    const config = { ...PLAIN, inferTypes: [poems], chains };
    const { plan } = await planned(changed(branch, "notes.md", config));

    expect(plan.type).toBe(type);
  });
});

it("is explained in the words of the configuration: its domains and its policies", async () => {
  const config = {
    ...PLAIN,
    domains: [{ id: "songs", globs: ["songs/**"], description: "What people sing" }],
    policies: [{ ...UNIVERSAL, description: "No song goes out with a key" }],
  };
  const lab = changed("work", "songs/a.md", config);
  const { out } = await lab.run("gate", "--dry-run", "--explain");

  expect(out).toContain("songs  songs/a.md  What people sing\n");
  expect(out).toContain("universal  No song goes out with a key\n");
});

describe("whom a change asks", () => {
  it("follows from universal, domain and risk policies, in the order of their priority [R-011] [R-093] [R-094]", async () => {
    const policy = (id: string, when: object, reviewer: string, priority: number) => ({
      id,
      when,
      require: [{ reviewer }],
      priority,
      description: "For a test",
    });
    const config = {
      ...PLAIN,
      policies: [
        policy("quiet", { riskAtLeast: 10 }, "finance-sme", 1),
        policy("risky", { riskAtLeast: 1 }, "architecture-reviewer", 10),
        policy("access", { domain: "auth" }, "security-reviewer", 20),
        { ...UNIVERSAL, priority: 100 },
      ],
    };

    expect(await asked(changed("work", "src/auth/login.md", config))).toEqual([
      ["secrets", "policies.universal"],
      ["security-reviewer", "policies.access"],
      ["architecture-reviewer", "policies.risky"],
    ]);
    expect(await asked(changed("work", "notes.md", config))).toEqual([
      ["secrets", "policies.universal"],
    ]);
  });

  it("changes with one more entry of the configuration, which names a reviewer by id [R-013] [R-016]", async () => {
    const writer = {
      id: "writer",
      name: "Writer",
      kind: "agent",
      adapter: "claude",
      description: "Reads texts",
    };
    const builtin = { ...writer, kind: "check", adapter: "builtin" };
    const texts = {
      id: "texts",
      when: { paths: ["docs/**"] },
      require: [{ reviewer: "writer" }],
      description: "Texts",
    };
    const reviewers = [{ ...builtin, id: "integrity" }, { ...builtin, id: "secrets" }, writer];
    const before = changed("work", "docs/a.md", { ...PLAIN, reviewers });
    expect(await asked(before)).toEqual([["secrets", "policies.universal"]]);
    const policies = [UNIVERSAL, texts];
    const after = changed("work", "docs/a.md", { ...PLAIN, reviewers, policies });
    expect(await asked(after)).toContainEqual(["writer", "policies.texts"]);
    const unknown = {
      ...PLAIN,
      policies: [UNIVERSAL, { ...texts, require: [{ reviewer: "wrter" }] }],
    };
    const { code, err } = await changed("work", "docs/a.md", { ...unknown, reviewers }).run("gate");
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("writer") });
  });

  it("does not depend on the rules, which are for reviewers and findings [R-122]", async () => {
    const planOf = async (config?: object) => {
      const { plan, reviewers } = await planned(changed("work", "src/auth/a.ts", config));
      return { plan, asked: reviewers.map(({ requirement }) => requirement) };
    };

    expect(await planOf({ rules: [] })).toEqual(await planOf());
  });
});

it("a whole stack of work is judged at once against the branch below it [R-195]", async () => {
  const lab = changed("lower", "lower.md", PLAIN);
  lab.git("switch", "--quiet", "-c", "upper");
  lab.write("upper.md", "three\n");
  lab.commit();

  expect(await lab.gate()).toMatchObject({ files: 2, linesAdded: 3, gate: "pass" });
  expect(await lab.gate("--base", "lower")).toMatchObject({ files: 1, linesAdded: 1 });
  expect((await lab.run("review", "run")).out).toContain("2 files");
});
