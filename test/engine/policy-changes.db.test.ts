import type { Task } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { viewTask } from "../../packages/server/src/views/view-task.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const lab = await openEngine({ ...POLICY, checks: [] }, { lookMs: 100 });
const { engine, ana, agent, shop, key, until } = lab;

type Files = Readonly<Record<string, string>>;

const asText = (policy: object) => JSON.stringify(policy, null, 2);
const tip = () => shop.git("rev-parse", "main").trim();

/** Submits files on a branch of their own, from the target or an older commit. */
async function submit(branch: string, files: Files, base = "main"): Promise<Task> {
  shop.git("checkout", "--quiet", "--detach", base);
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit(`Change ${branch}`);
  shop.git("branch", branch);
  const { task } = await engine.createTask(agent, key(), { title: branch, repo: "shop" });
  await engine.submitWork(agent, key(), { task, from: { branch }, signal: "DONE", summary: "" });
  return await until(task, isSettled, 20_000);
}

function isSettled({ phase }: Task): boolean {
  return phase.is === "rework" || (phase.is === "reviewing" && phase.person !== null);
}

function shown({ round }: Task): { round: number; tree: string } {
  if (round === null) throw new Error("Nothing was submitted");
  return { round: round.number, tree: round.content.tree };
}

function policyIn(commit: string): unknown {
  return JSON.parse(shop.git("show", `${commit}:countersign.json`));
}

const policy = { ...POLICY, checks: [] };

describe("a change that breaks the policy", () => {
  it("goes back to its author with the key", async () => {
    const before = tip();
    const merge = { ...policy.merge, targett: "main" };
    const task = await submit("broken", { "countersign.json": asText({ ...policy, merge }) });

    expect(task.phase.is).toBe("rework");
    const problem = "merge.targett: There is no such key, did you mean target?";
    expect(task.findings).toContainEqual(
      expect.objectContaining({
        severity: "critical",
        file: "countersign.json",
        message: `After this change the policy cannot be read: ${problem}`,
      }),
    );
    expect(viewTask(task, { attemptLimit: 3 }).round?.change?.policy).toEqual({
      effect: "unreadable",
      problem,
      loosened: [],
    });
    expect(tip()).toBe(before);
  });

  it("is not merged where only the result cannot be read", async () => {
    const base = tip();
    const parts = await submit("parts", { ".countersign/domains.json": domains() });
    await engine.command(ana, key(), parts.id, { type: "approve", ...shown(parts) });
    await until(parts.id, ({ phase }) => phase.is === "done", 30_000);
    const merged = tip();
    const both = { ...policy, domains: JSON.parse(domains()) };
    const task = await submit("both", { "countersign.json": asText(both) }, base);
    await engine.command(ana, key(), task.id, { type: "approve", ...shown(task) });
    const back = await until(task.id, ({ phase }) => phase.is === "rework", 30_000);

    expect(back.findings.at(-1)).toMatchObject({
      category: "merge-policy",
      message:
        "The merge would leave main with a policy that cannot be read: domains: is in .countersign/domains.json too; keep one of them",
    });
    expect(tip()).toBe(merged);
  });
});

describe("a change that loosens the policy", () => {
  it("is put before the owner with each key, and takes effect with the approval", async () => {
    const limits = { attempts: 9 };
    const modes = { default: "batch" };
    const looser = { ...policy, limits, modes };
    const task = await submit("looser", { "countersign.json": asText(looser) });

    expect(task.phase).toMatchObject({ is: "reviewing", person: "ana" });
    const loosened = [
      { key: "modes.default", before: '"per-task"', after: '"batch"' },
      { key: "limits.attempts", before: "3", after: "9" },
    ];
    expect(viewTask(task, { attemptLimit: 3 }).round?.change?.policy).toEqual({
      effect: "changed",
      problem: "",
      loosened,
    });
    expect(task.findings.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      'warning This change loosens the policy. modes.default: "per-task" → "batch"',
      "warning This change loosens the policy. limits.attempts: 3 → 9",
    ]);
    await engine.command(ana, key(), task.id, { type: "approve", ...shown(task) });
    await until(task.id, ({ phase }) => phase.is === "done", 30_000);
    expect(policyIn(tip())).toMatchObject({ limits });
  });
});

describe("a harmless change of the policy", () => {
  it("is put before the owner as one that loosens nothing", async () => {
    const now = shop.git("show", "main:countersign.json");
    const task = await submit("harmless", { "countersign.json": `// Ours\n${now}` });

    expect(viewTask(task, { attemptLimit: 3 }).round?.change?.policy).toEqual({
      effect: "none",
      problem: "",
      loosened: [],
    });
    const owner = viewTask(task, { attemptLimit: 3 }).round?.requirements.find(
      ({ id }) => id === "layer:owner",
    );
    expect(owner?.because).toContainEqual({
      entry: "policy",
      fact: "this change edits the policy; no key loosened",
    });
  });
});

function domains(): string {
  return JSON.stringify([{ id: "money", globs: ["pay/**"], description: "Money" }]);
}
