import { join } from "node:path";
import { parse } from "jsonc-parser";
import { afterEach, describe, expect, it } from "vitest";
import { newConfig } from "../init/reviewers/new-config.ts";
import { type GateLab, openGateLab } from "./testing/gate-lab.ts";
import { FAST, KEY, OPEN_WORK, openWork, skipTest } from "./testing/local-work.ts";

let lab: GateLab;
const onBranch = (config?: object): GateLab => {
  lab = openWork(config);
  return lab;
};
afterEach(() => {
  expect(lab.leftBehind(), "a run leaves nothing behind").toEqual([]);
});

describe("what is compared", () => {
  it("is the work since it left the target [R-064]", async () => {
    onBranch();
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    lab.git("switch", "--quiet", "main");
    lab.write("c.js", "export const c = 3;\n");
    lab.commit();
    const base = lab.git("rev-parse", "main~1");
    lab.git("switch", "--quiet", "agent/work");
    expect(await lab.gate()).toMatchObject({ base, files: 1, linesAdded: 1 });
    expect(await lab.gate("--base", "main")).toMatchObject({ base, files: 1 });
  });

  it("is the last commit on the target itself, also without a branch, also for a merge", async () => {
    lab = openGateLab();
    lab.git("switch", "--quiet", "-c", "side");
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    lab.git("switch", "--quiet", "main");
    lab.write("c.js", "export const c = 3;\n");
    lab.commit();
    expect(await lab.gate()).toMatchObject({ files: 1, base: lab.git("rev-parse", "HEAD~1") });
    lab.git("merge", "--quiet", "--no-ff", "--message", "Merge", "side");
    lab.git("switch", "--quiet", "--detach");
    expect(await lab.gate()).toMatchObject({ files: 1, base: lab.git("rev-parse", "HEAD^1") });
    expect(await lab.gate("--base", "HEAD~1")).toMatchObject({ files: 1 });
    expect(await lab.gate("--head", "HEAD~1", "--base", "HEAD~2")).toMatchObject({ files: 1 });
  });

  it("is the target as it was fetched where there is no branch of that name", async () => {
    onBranch();
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    lab.git("update-ref", "refs/remotes/origin/main", "main");
    lab.git("branch", "--quiet", "-D", "main");
    lab.git("switch", "--quiet", "--detach");
    expect(await lab.gate()).toMatchObject({ files: 1, target: "main" });
  });

  it("is what is staged, or all that lies there, or nothing", async () => {
    onBranch();
    lab.write("b.js", `export const key = "${KEY}";\n`);
    lab.git("add", "b.js");
    lab.write("b.js", "export const b = 2;\n");
    lab.write("new.js", OPEN_WORK);
    expect(await lab.gate("--staged")).toMatchObject({ code: 10, files: 1 });
    expect(await lab.gate("--worktree")).toMatchObject({
      code: 0,
      files: 2,
      counts: { warning: 1 },
    });
    expect(await lab.gate()).toMatchObject({ code: 0, gate: "pass", files: 0 });
    expect((await lab.run("gate")).out).toContain("nothing changed");
    expect(lab.git("status", "--porcelain")).toBe("AM b.js\n?? new.js");
  });

  it("cannot be told for a first commit, a shallow clone or a bare one, and it is said what helps", async () => {
    lab = openGateLab();
    const alone = await lab.run("gate");
    expect(alone.code).toBe(2);
    expect(alone.err).toContain("--worktree");
    lab.commit("Second");
    lab.git(
      "clone",
      "--quiet",
      "--depth",
      "1",
      `file://${lab.repository}`,
      join(lab.folder, "few"),
    );
    const { code, err } = await lab.run("--repo", join(lab.folder, "few"), "gate");
    expect(code).toBe(2);
    expect(err).toContain("git fetch --unshallow");
    lab.git("clone", "--quiet", "--bare", lab.repository, join(lab.folder, "bare"));
    const bare = await lab.run("--repo", join(lab.folder, "bare"), "gate", "--worktree");
    expect(bare).toMatchObject({ code: 2, err: expect.stringContaining("has no worktree") });
  });
});

/** Asks for nothing but what every policy must. */
const LOOSE = {
  version: 1,
  policies: [
    {
      id: "universal",
      when: "always",
      require: [{ reviewer: "integrity" }],
      description: "Every change",
    },
  ],
  rules: [],
};

describe("the policy", () => {
  it("that init writes is as strict as none", async () => {
    onBranch();
    skipTest(lab);
    lab.commit();
    const without = await lab.gate();
    const known = { owner: "ana", target: "main", checks: [], isLocal: true };
    onBranch(parse(newConfig({ ...known, agentReviewers: "none" })));
    skipTest(lab);
    lab.commit();

    expect(without).toMatchObject({ code: 11, gate: "needs_fixes" });
    expect(await lab.gate()).toMatchObject({ code: 11, gate: "needs_fixes" });
  });

  it("that the change makes unreadable blocks it, and the key is named", async () => {
    onBranch(FAST);
    lab.write("countersign.json", JSON.stringify({ ...FAST, merge: { targett: "main" } }));
    lab.commit();
    const report = await lab.gate();

    expect(report).toMatchObject({ code: 10, gate: "fail" });
    expect(report.findings[0]).toMatchObject({
      severity: "critical",
      file: "countersign.json",
      message:
        "After this change the policy cannot be read: merge.targett: There is no such key, did you mean target?",
    });
  });

  it("is that of the base: a change cannot loosen its own gate [R-010]", async () => {
    onBranch({ ...FAST, people: { owner: ["ana"] } });
    skipTest(lab);
    const loose = { ...LOOSE, people: { owner: ["agent"] } };
    lab.write("countersign.json", JSON.stringify(loose));
    lab.commit();
    const report = await lab.gate();
    expect(report).toMatchObject({ code: 11, policy: { commit: lab.git("rev-parse", "main") } });
    expect(report.people).toMatchObject([{ requirement: "layer:owner", who: ["ana"] }]);
    expect(report.findings.flatMap(({ ruleId }) => ruleId ?? [])).toEqual([
      "wt-skip-01",
      "pp-touched-01",
    ]);
    expect(report.findings.map(({ message }) => message)).toContain(
      'This change loosens the policy. people.owner: not set → "agent"',
    );
  });

  it("stays that of the target for what is committed on the way", async () => {
    onBranch(FAST);
    lab.write("countersign.json", JSON.stringify(LOOSE));
    lab.commit();
    skipTest(lab);
    expect(await lab.gate("--worktree")).toMatchObject({
      code: 11,
      policy: { commit: lab.git("rev-parse", "main"), file: "countersign.json" },
    });
  });

  it("is never that of a branch that the change itself names as its target", async () => {
    onBranch({ ...FAST, people: { owner: ["ana"] } });
    const accepted = lab.git("rev-parse", "main");
    const loose = { ...FAST, rules: [], people: { owner: ["agent"] } };
    const own = { ...loose, merge: { target: "agent/own" } };
    lab.write("countersign.json", JSON.stringify(own));
    lab.commit();
    lab.git("branch", "--quiet", "agent/own");
    skipTest(lab);
    lab.commit();
    expect(await lab.gate()).toMatchObject({
      code: 11,
      target: "main",
      policy: { commit: accepted },
    });
  });

  it("is that of the branch which the target's policy names", async () => {
    onBranch({ ...FAST, merge: { target: "trunk" } });
    lab.git("branch", "--quiet", "trunk", "main");
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    expect(await lab.gate()).toMatchObject({ target: "trunk", files: 1 });
  });

  it("is the default without a configuration, which runs no script of the project", async () => {
    onBranch();
    lab.git("switch", "--quiet", "main");
    lab.write("package.json", JSON.stringify({ scripts: { test: "exit 1" } }));
    lab.commit();
    lab.write("b.txt", "b\n");
    lab.commit();
    expect(await lab.gate()).toMatchObject({ code: 0, policy: { file: null } });
    expect((await lab.run("gate")).out).toContain("built-in defaults (no countersign.jsonc at ");
  });

  it("that cannot be used is named with its commit", async () => {
    onBranch({ gate: { fast: true } });
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    const { code, err } = await lab.run("gate");
    expect(code).toBe(2);
    expect(err).toMatch(/countersign\.json of commit [0-9a-f]{12} cannot be used: .*gate/);
  });

  it("is explained: whose line asked whom, which paths are whose, who nearly was asked [R-011]", async () => {
    onBranch();
    lab.write("src/auth/login.ts", "export const login = () => true;\n");
    lab.commit();
    const { out } = await lab.run("gate", "--explain");
    expect(out).toMatch(/^ {2}auth +src\/auth\/login\.ts +Authentication and access control$/m);
    expect(out).toMatch(/^ {2}security-reviewer +not asked +policies\.auth: domain auth/m);
    expect(out).toMatch(/^ {2}design-auditor +policies\.ui +domain ui$/m);
    const plan = await lab.run("gate", "--dry-run");
    expect(plan).toMatchObject({ code: 0 });
    expect(plan.out).toMatch(/^ {2}secrets +a program +policies\.universal: every change$/m);
  });
});

describe("agents", () => {
  it("are named by `gate`, and missed by `review run`", async () => {
    onBranch();
    lab.write("b.js", "export const b = 2;\n");
    lab.commit();
    const gate = await lab.gate();
    expect(gate).toMatchObject({ code: 0, gate: "pass" });
    const agents = gate.reviewers.filter(({ kind }) => kind === "agent");
    expect(agents).toMatchObject([{ reviewer: "build-reviewer", is: "not_asked" }]);
    const { code, out } = await lab.run("review", "run");
    expect({ code, out }).toMatchObject({ code: 8, out: expect.stringMatching(/^gate: pending/) });
  });
});
