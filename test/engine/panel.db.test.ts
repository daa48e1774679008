import { type Task, toShown } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";
import { submitFile } from "./submit-file.ts";

type Opinion = "approved" | "concerns" | "blocker";

const reviewer = (id: string, more: object) => ({
  id,
  name: id,
  description: "For a test",
  ...more,
});
const builtin = { kind: "check", adapter: "builtin" };
/** Answers with a credential of its own. */
const member = { kind: "agent", adapter: "http" };

const lab = await openEngine({
  ...POLICY,
  checks: [],
  gate: { counts: "severity" },
  modes: { default: "skip" },
  reviewers: [
    reviewer("integrity", builtin),
    reviewer("secrets", builtin),
    reviewer("codex", member),
    reviewer("gemini", member),
  ],
  panel: { members: ["codex", "gemini"], quorum: 2, when: "always" },
});
const { engine, ana, agent, key, until } = lab;
const members = {
  codex: await lab.signIn({ actor: "codex", role: "reviewer" }),
  gemini: await lab.signIn({ actor: "gemini", role: "reviewer" }),
};
for (const by of Object.values(members)) await engine.connectReviewer(by, "shop");

/** Work that the panel has been asked about. */
async function submitted(): Promise<Task> {
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });
  await submitFile(lab, task);
  return await until(task, ({ round }) => round?.decision?.outstanding[0] === "panel", 30_000);
}

async function answer(by: Principal, { id, round }: Task, opinion: Opinion): Promise<void> {
  await engine.command(by, key(), id, {
    type: "record_verdict",
    of: "round",
    number: round?.number ?? 0,
    tree: round?.content.tree ?? "",
    requirement: "panel",
    opinion,
    summary: opinion === "approved" ? "" : `${by.actor.id} found MD5`,
    findings: [],
    costUsd: 0,
    sandboxed: false,
  });
}

/** Work about which both members have said something, in this order. */
async function judged(answers: Partial<Record<keyof typeof members, Opinion>>): Promise<Task> {
  const task = await submitted();
  for (const name of ["codex", "gemini"] as const) {
    const opinion = answers[name];
    if (opinion !== undefined) await answer(members[name], task, opinion);
  }
  return task;
}

const isDone = ({ phase }: Task) => phase.is === "done";
const isHeld = ({ phase }: Task) => phase.is === "held";

describe("a panel", () => {
  it("with one blocker stops the work until a person decides [R-033] [R-133]", async () => {
    const { id } = await judged({ codex: "blocker" });
    const held = await until(id, isHeld);
    expect(held.phase).toMatchObject({ kind: "escalated", inTurn: "ana" });
    const [verdict] = held.round?.verdicts.items.filter(({ by }) => by === "codex") ?? [];
    await engine.command(ana, key(), id, {
      type: "release",
      ...toShown(held),
      offered: null,
      resolutions: [{ do: "set_aside", verdict: verdict?.id ?? "" }],
    });
    const released = await until(id, ({ phase }) => phase.is === "reviewing");
    await answer(members.gemini, released, "approved");

    await until(id, ({ phase }) => phase.is !== "reviewing");
  });

  it("with two concerns asks the author one question, and the same members again [R-033] [R-134] [R-168]", async () => {
    const { id } = await judged({ codex: "concerns", gemini: "concerns" });
    const held = await until(id, isHeld);
    expect(held.phase).toMatchObject({ kind: "clarify" });
    const [question] = held.findings;
    const { text } = await engine.feedback(agent, id);
    expect(text).toBe(
      `codex and gemini have concerns about ${id}. codex: "codex found MD5" gemini: "gemini found MD5" Answer in at most 5 sentences with respond_to_finding ${question?.id}. Do not change code yet.`,
    );
    await engine.command(agent, key(), id, {
      type: "dispose",
      ...toShown(held),
      finding: question?.id ?? "",
      as: { is: "disputed", note: "It is a checksum, not a password." },
    });
    await answer(members.codex, held, "approved");
    await answer(members.gemini, held, "approved");

    await until(id, isDone, 30_000);
  });

  it("with one concern keeps it in the list of issues and lets the work go on [R-034] [R-135]", async () => {
    const { id } = await judged({ codex: "concerns", gemini: "approved" });
    const done = await until(id, isDone, 30_000);

    expect(done.issues).toMatchObject([{ round: 1, row: "panel_concern", by: ["codex"] }]);
  });

  it("that approves lets the work go on [R-136]", async () => {
    const { id } = await judged({ codex: "approved", gemini: "approved" });
    const done = await until(id, isDone, 30_000);

    expect([done.issues, done.flags]).toEqual([[], []]);
  });

  it("decides the same whoever answered first [R-152] [R-244]", async () => {
    const first = await judged({ codex: "concerns", gemini: "approved" });
    const second = await submitted();
    await answer(members.gemini, second, "approved");
    await answer(members.codex, second, "concerns");
    const decisionOf = async ({ id }: Task) => (await until(id, isDone, 30_000)).round?.decision;
    const [one, other] = [await decisionOf(first), await decisionOf(second)];

    expect(other?.reasons).toEqual(one?.reasons);
    expect(other?.effect).toBe(one?.effect);
  });
});
