import type { Task } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { openEngine } from "./open-engine.ts";
import { submitFile } from "./submit-file.ts";

const LEGAL = {
  id: "legal",
  when: { paths: ["legal/**"] },
  require: [{ layer: "owner", quorum: 2 }],
  description: "Two owners read contracts",
};
const UNIVERSAL = {
  id: "universal",
  when: "always",
  require: [{ reviewer: "integrity" }],
  priority: 100,
  description: "Every change",
};

const lab = await openEngine({
  version: 1,
  profile: "chains",
  people: { owner: ["ana", "bea"], csuite: ["ceo"] },
  departments: {
    engineering: { head: "cto" },
    finance: { head: "cfo" },
    marketing: { head: "cmo" },
    solo: { head: "cto" },
  },
  chainOverrides: {
    engineering: { code: ["self", "department_head"] },
    solo: { internal_document: ["peer"] },
  },
  checks: [{ id: "slow", run: "test ! -e notes/slow.md || sleep 60", timeout: "2s" }],
  policies: [UNIVERSAL, LEGAL],
  prepare: { run: null },
  merge: { graceSeconds: 0 },
});
const { engine, ana, key, until, signIn } = lab;
const person = (actor: string) => signIn({ actor, role: "human" });

/** A task that a person creates, so that the department counts, with its first round. */
async function submitted(title: string, department?: string, path?: string): Promise<string> {
  const { task } = await engine.createTask(ana, key(), { title, repo: "shop", department });
  await submitFile(lab, task, { path });
  return task;
}

/** Waits until the chain waits for a layer. */
const untilAsked = (task: string, layer: string) =>
  until(task, ({ round }) => round?.decision?.outstanding[0] === `layer:${layer}`, 30_000);
const planned = (task: string) => until(task, ({ round }) => round?.plan != null, 30_000);

async function approve(by: Principal, { id, round }: Task): Promise<void> {
  const shown = { round: round?.number ?? 0, tree: round?.content.tree ?? "" };
  await engine.command(by, key(), id, { type: "approve", ...shown });
}

/** The answer of an agent or a person to one layer. */
async function answer(
  by: Principal,
  { id, round }: Task,
  opinion: "approved" | "concerns",
  layer = "peer",
): Promise<void> {
  const reason = { severity: "major", category: "numbers", message: "The sum is wrong" } as const;
  await engine.command(by, key(), id, {
    type: "record_verdict",
    of: "round",
    number: round?.number ?? 0,
    tree: round?.content.tree ?? "",
    requirement: `layer:${layer}`,
    opinion,
    summary: "",
    findings: opinion === "approved" ? [] : [{ raw: reason, onUnchangedLines: false }],
    costUsd: 0,
    sandboxed: false,
  });
}

async function connected(actor: string, department: string): Promise<Principal> {
  const created = { actor, role: "reviewer", sponsor: "ana", department } as const;
  const { token } = await engine.createToken(lab.admin, created);
  const reviewer = await engine.authenticate(token);
  if (reviewer === null) throw new Error("A new token is not known");
  await engine.connectReviewer(reviewer, "shop");
  return reviewer;
}

describe("the kind of work", () => {
  it.each([
    ["Marketing plan for spring", "marketing_internal", ["self", "department_head"]],
    ["Blog post", "marketing_external", ["self", "peer", "department_head", "owner"]],
    ["Quarterly budget", "financial_report", ["self", "peer", "csuite"]],
    ["Product roadmap", "strategic_plan", ["department_head", "csuite", "owner"]],
    ["Customer email", "customer_facing", ["self", "department_head", "owner"]],
    ["Bug fix in the cart", "code", ["self", "peer"]],
    ["Notes of the meeting", "internal_document", ["self"]],
  ])(
    "of %s is %s, with a chain of its own [R-001] [R-002] [R-041] [R-062]",
    async (title, type, chain) => {
      const { round } = await planned(await submitted(title));

      expect(round?.plan).toMatchObject({ classification: { type }, chain });
    },
  );

  it("has the chain of its department, then that of its type [R-087]", async () => {
    const chainOf = async (department?: string) =>
      (await planned(await submitted("Bug fix", department))).round?.plan?.chain;

    expect(await chainOf("engineering")).toEqual(["self", "department_head"]);
    expect(await chainOf("finance")).toEqual(["self", "peer"]);
  });
});

it("domains, risk, type and scope follow from the files, lines and commits of a change [R-064] [R-065]", async () => {
  const id = await submitted("Notes", undefined, "src/auth/login.ts");
  const { round } = await planned(id);
  const { facts, plan } = round ?? {};
  expect(facts).toMatchObject({
    files: [{ path: "src/auth/login.ts", status: "added", added: 1, deleted: 0 }],
    linesAdded: 1,
    linesDeleted: 0,
    commits: [{ subject: expect.stringContaining("Work on file-") }],
  });
  expect(plan?.classification).toMatchObject({ domains: ["auth"], type: "code", scope: "small" });
  expect(plan?.classification.risk).toBeGreaterThan(0);
  await submitFile(lab, id);
  const before = (await engine.log(ana, id)).find(({ event }) => event.type === "planned");
  expect(before?.event).toMatchObject({ facts: { digest: facts?.digest } });
});

describe("a chain", () => {
  it("asks self, peer, head and owner one after the other, each who may answer [R-021] [R-080] [R-081] [R-082] [R-083]", async () => {
    const dora = await connected("dora", "marketing");
    const id = await submitted("Blog post", "marketing");
    const first = await untilAsked(id, "peer");
    const who = first.round?.plan?.requirements.filter(({ layers }) => layers.length > 0);
    expect(who?.map((requirement) => [requirement.id, requirement.who])).toEqual([
      ["layer:self", ["claude"]],
      ["layer:peer", ["dora"]],
      ["layer:department_head", ["cmo"]],
      ["layer:owner", ["ana", "bea"]],
    ]);
    await answer(dora, first, "approved");
    await approve(await person("cmo"), await untilAsked(id, "department_head"));
    await approve(ana, await untilAsked(id, "owner"));

    await until(id, ({ phase }) => phase.is === "done", 30_000);
  });

  it("sends the work back for one objection, and begins again with the next round [R-021] [R-110] [R-151] [R-160]", async () => {
    const fin = await connected("fin", "finance");
    const id = await submitted("Quarterly budget", "finance");
    await answer(fin, await untilAsked(id, "peer"), "approved");
    await answer(await person("ceo"), await untilAsked(id, "csuite"), "concerns", "csuite");
    const back = await until(id, ({ phase }) => phase.is === "rework");
    expect(back.findings).toMatchObject([{ message: "The sum is wrong", raisedBy: ["ceo"] }]);
    await submitFile(lab, id);

    const again = await untilAsked(id, "peer");
    expect(again.round?.number).toBe(2);
    expect(again.round?.verdicts.items.map(({ by }) => by)).not.toContain("fin");
  });

  it("asks another peer after two rejections by one [R-090]", async () => {
    const one = await connected("one", "engineering");
    const id = await submitted("Quarterly budget", "engineering");
    for (const round of [1, 2]) {
      const asked = await until(id, (task) => task.round?.number === round && isWaiting(task));
      expect(peersOf(asked)).toEqual(["one"]);
      if (round === 2) await connected("two", "engineering");
      await answer(one, asked, "concerns");
      await until(id, ({ phase }) => phase.is === "rework");
      await submitFile(lab, id);
    }

    expect(
      peersOf(await until(id, ({ round }) => round?.number === 3 && round.plan !== null)),
    ).toEqual(["two"]);
  });
});

const isWaiting = ({ round }: Task) => round?.decision?.outstanding[0] === "layer:peer";
const peersOf = ({ round }: Task) =>
  round?.plan?.requirements.find(({ id }) => id === "layer:peer")?.who;

describe("a layer that nobody can answer", () => {
  it("is skipped with its reason and approves nothing; csuite and owner are never skipped [R-083] [R-084] [R-085]", async () => {
    const id = await submitted("Product roadmap");
    const asked = await untilAsked(id, "csuite");
    expect(asked.round?.plan?.skipped).toMatchObject([
      { layer: "department_head", reason: "department_unknown" },
    ]);
    const answered = asked.round?.verdicts.items.map(({ requirement }) => requirement) ?? [];
    expect(answered.filter((requirement) => !requirement.startsWith("check:"))).toEqual([]);
    await approve(await person("ceo"), asked);
    await untilAsked(id, "owner");
  });

  it("leaves the peer's layer to nobody where the author is alone [R-082]", async () => {
    const { round } = await planned(await submitted("Quarterly budget", "solo"));

    expect(round?.plan?.skipped).toMatchObject([{ layer: "peer", reason: "alone" }]);
  });
});

describe("a demand for two people", () => {
  it("waits for the second after the first has approved [R-099]", async () => {
    const id = await submitted("Contract", undefined, "legal/contract.md");
    await approve(ana, await untilAsked(id, "owner"));
    const half = await until(
      id,
      ({ round }) => round?.verdicts.items.some(({ by }) => by === "ana") === true,
    );
    expect(half.phase.is).toBe("reviewing");
    expect(half.round?.decision?.outstanding).toEqual(["layer:owner"]);
    await approve(await person("bea"), half);

    await until(id, ({ phase }) => phase.is === "done", 30_000);
  });
});

it("ends a task whose layers nobody can answer only after checks passed, and says so [R-086]", async () => {
  const done = await until(await submitted("Notes", "solo"), ({ phase }) => phase.is === "done");
  expect(done.flags).toEqual(["layer_skipped", "no_reviewer"]);

  const slow = await submitted("Notes", "solo", "notes/slow.md");
  const held = await until(slow, ({ phase }) => phase.is === "held");
  expect(held.phase).toMatchObject({ inTurn: "ana", reasons: [{ about: "check:slow" }] });
});
