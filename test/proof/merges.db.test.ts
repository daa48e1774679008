import { type Command, CountersignError, type Task } from "@countersign/core";
import type { Mirror, Principal } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { type JudgedProof, judgeChain, problemsOf } from "./judge-chain.ts";
import { openProofEngine, untilHeld } from "./open-proof-engine.ts";

/** Interrupts the engine around the next move of a proof ref, as a crash would. */
let interruption: "before" | "after" | null = null;
const wrapMirror = (mirror: Mirror): Mirror => ({
  ...mirror,
  async moveProofRef(repository, move) {
    const now = interruption;
    interruption = null;
    if (now === "before") throw new CountersignError("upstream_failed", "interrupted");
    const outcome = await mirror.moveProofRef(repository, move);
    if (now === "after") throw new CountersignError("upstream_failed", "interrupted");
    return outcome;
  },
});

const lab = await openProofEngine({ more: { wrapMirror } });
const { engine, shop, ana, key } = lab;
const isDone = ({ phase }: Task) => phase.is === "done";

type ClientCommand = Extract<Command, { type: "override" | "change_mode" }>;
const decide = (task: Task, command: ClientCommand) =>
  lab.signed(ana, (by) => engine.command(by, key(), task.id, command));

/** The last proof of a chain without problems. */
async function lastProof(): Promise<JudgedProof> {
  const chain = await judgeChain(lab);
  expect(problemsOf(chain)).toEqual({});
  const last = chain.at(-1);
  if (last === undefined) throw new Error("there is no proof");
  expect(last.subject).toBe(shop.git("rev-parse", "main"));
  return last;
}

const actsOf = ({ proof }: JudgedProof) =>
  proof.acts.map(({ statement }) => statement.predicate.act);

describe("a merge is proved", () => {
  it("by the approval of its owner", async () => {
    const task = await lab.merged(await lab.waitingTask());
    const last = await lastProof();
    expect(actsOf(last)).toEqual(["approve"]);
    expect(last.files).toEqual(["proof.jsonl"]);
    expect(last.move).toMatchObject({
      ...{ how: "merge", number: 2 },
      round: { task: task.id, binding: "tree" },
    });
    const [root] = await judgeChain(lab);
    expect(root?.files).toEqual(["policy.json", "proof.jsonl", "trust.json"]);
  });

  it("by an override, whose decision is not complete", async () => {
    const task = await lab.waitingTask();
    await decide(task, { type: "override", ...lab.shown(task), reason: "urgent" });
    await lab.until(task.id, isDone);
    expect(actsOf(await lastProof())).toEqual(["override"]);
  });

  it("by a signed mode and an approval", async () => {
    const task = await lab.waitingTask();
    await decide(task, { type: "change_mode", ...lab.shown(task), mode: "batch" });
    await lab.merged(await lab.until(task.id, ({ round }) => round?.plan?.mode.mode === "batch"));
    expect(actsOf(await lastProof()).toSorted()).toEqual(["approve", "mode"]);
  });

  it("by its changes if the target has moved in other files", async () => {
    const [first, second] = [await lab.waitingTask(), await lab.waitingTask()];
    await lab.merged(first);
    await lab.merged(second);
    expect((await lastProof()).move.round?.binding).toBe("changes");
  });

  it("without any text of findings, summaries, notes and reasons", async () => {
    const canary = (number: number) => `canary-${String(number).padStart(3, "0")}-quartz`;
    const task = await lab.waitingTask();
    const findings = Array.from({ length: 49 }, (_, index) => ({
      raw: {
        ...{
          severity: "info" as const,
          category: canary(4 * index),
          message: canary(4 * index + 1),
        },
        ...{ recommendation: canary(4 * index + 2), satisfiedWhen: canary(4 * index + 3) },
      },
      onUnchangedLines: false,
    }));
    await lab.signed(ana, (by: Principal) =>
      engine.command(by, key(), task.id, {
        ...{ type: "record_verdict", of: "round", number: 1, requirement: "layer:owner" },
        ...{ tree: lab.shown(task).tree, opinion: "approved", summary: canary(196), findings },
        ...{ costUsd: 0, sandboxed: false },
      }),
    );
    await lab.until(task.id, isDone);
    const last = await lastProof();
    expect(last.proof.inputs?.value.report.findings).toHaveLength(49);
    const all = shop.git(
      "log",
      "-p",
      "--all",
      "--full-history",
      "--",
      "proof.jsonl",
      "policy.json",
    );
    expect(all).not.toContain("quartz");
    expect((await engine.task(ana, task.id)).findings[0]?.message).toContain("quartz");
  });
});

describe("commits of others", () => {
  it("are proved by the act of the owner who accepted them", async () => {
    shop.git("checkout", "--quiet", "main");
    shop.write("foreign.txt", "by hand\n");
    const tip = shop.commit("By hand");
    shop.git("checkout", "--quiet", "--detach");
    expect(await untilHeld(lab)).toContain("target_moved");
    await lab.signed(ana, (by) => engine.releaseRepository(by, "shop", { tip, reason: "ours" }));
    const last = await lastProof();
    expect([last.move.how, actsOf(last)]).toEqual(["accept", ["accept"]]);
  });
});

describe("an interrupted merge", () => {
  it.each(["before", "after"] as const)(
    "has one proof if the engine stops right %s the proof's ref moves",
    async (when) => {
      const before = (await judgeChain(lab)).length;
      const task = await lab.waitingTask();
      interruption = when;
      await lab.merged(task);
      expect(interruption).toBeNull();
      await lastProof();
      expect(await judgeChain(lab)).toHaveLength(before + 1);
    },
  );
});

describe("proofs that another party changed", () => {
  const ref = "refs/countersign/proofs/main/000000";
  it.each<[string, (end: string) => void]>([
    ["removed", () => shop.git("update-ref", "-d", ref)],
    ["set back", (end) => shop.git("update-ref", ref, `${end}^`)],
    ["moved elsewhere", () => shop.git("update-ref", ref, "main")],
  ])("hold the repository and are restored if they were %s", async (_what, change) => {
    const end = shop.git("rev-parse", ref);
    change(end);
    expect(await untilHeld(lab)).toMatch(/^proofs_changed: The proofs of main were/);
    expect(shop.git("rev-parse", ref)).toBe(end);
    const tip = shop.git("rev-parse", "main");
    await lab.signed(ana, (by) => engine.releaseRepository(by, "shop", { tip, reason: "seen" }));
    await lastProof();
  });
});
