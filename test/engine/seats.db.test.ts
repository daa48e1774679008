import { type Task, toShown } from "@countersign/core";
import type { Principal, ReviewerRunner } from "@countersign/engine";
import { afterAll, describe, expect, it } from "vitest";
import { openEngine, openShop, POLICY } from "./open-engine.ts";

const builtin = (id: string) => ({
  id,
  name: id,
  kind: "check",
  adapter: "builtin",
  description: "For a test",
});

/** Code has a peer; the department has one reviewer that the engine runs, which never answers. */
const policy = {
  ...POLICY,
  checks: [],
  chains: { code: ["self", "peer"], internal_document: ["self", "peer"] },
  departments: {
    engineering: { head: "cto", agents: ["broken"] },
    "engineering-2": { head: "cto" },
    "engineering-3": { head: "cto" },
    "engineering-4": { head: "cto" },
  },
  reviewers: [
    builtin("integrity"),
    builtin("secrets"),
    {
      id: "broken",
      name: "Broken",
      kind: "agent",
      adapter: "claude",
      retries: 0,
      description: "For a test",
    },
  ],
};

const broken: ReviewerRunner = {
  state: async () => ({ ok: true, version: "1" }),
  ask: async () => ({
    ok: false,
    reason: "it broke",
    again: "never",
    usage: null,
    durationMs: 1,
    sandboxed: true,
  }),
};

const lab = await openEngine(policy, { runners: { claude: broken }, lookMs: 100 });
const { engine, ana, key, until, signIn, shop } = lab;
const claude = await signIn({ actor: "claude-code", role: "author", modelFamily: "claude" });
const codex = await signIn({ actor: "codex", role: "author", modelFamily: "gpt" });

/** A repository whose policy lists no agent of a department. */
const plain = openShop({ ...policy, departments: {} });
await engine.addRepository(lab.admin, { path: plain.repo, id: "plain" });
afterAll(() => plain.remove());

let files = 0;

/** Submits a new file. A task with a department is opened by a person, whose word on it counts. */
async function handIn(author: Principal, department?: string): Promise<string> {
  files += 1;
  const branch = `work-${files}`;
  const { work, repo } =
    department === undefined ? { work: plain, repo: "plain" } : { work: shop, repo: "shop" };
  work.git("checkout", "--quiet", "--detach", "main");
  work.write(`${branch}.txt`, "work\n");
  work.commit(`Work ${files}`);
  work.git("branch", branch);
  const creator = department === undefined ? author : ana;
  const title = `Implement part ${files}`;
  const { task } = await engine.createTask(creator, key(), { title, repo, department });
  await engine.submitWork(author, key(), { task, from: { branch }, signal: "DONE", summary: "" });
  return task;
}

const waitsForAna = ({ phase }: Task) => phase.is === "reviewing" && phase.person === "ana";
const waitsForPeer = ({ round }: Task) =>
  round?.decision?.outstanding.includes("layer:peer") === true;
const isHeld = ({ phase }: Task) => phase.is === "held";
const peerOf = ({ round }: Task) =>
  round?.plan?.requirements.find(({ id }) => id === "layer:peer") ?? null;

describe("two author agents in one repository", () => {
  it("never wait for each other: an author has no way to answer", async () => {
    const first = await until(await handIn(claude), waitsForAna, 20_000);
    const second = await until(await handIn(codex), waitsForAna, 20_000);
    const third = await until(await handIn(claude), waitsForAna, 20_000);

    expect([first, second, third].map(peerOf)).toEqual([null, null, null]);
  });
});

describe("an agent with a live reviewer connection for the repository", () => {
  it("gets the seat, is counted as loaded, and loses the seat with its connection", async () => {
    const { reviewer, token } = await connected("dora", { department: "engineering-2" });
    const more = "engineering-2";
    const asked = await until(await handIn(claude, more), (task) => peerOf(task) !== null, 20_000);
    expect(peerOf(asked)).toMatchObject({ who: ["dora"], human: false, retries: 0 });
    await engine.command(reviewer, key(), (await until(asked.id, waitsForPeer)).id, {
      type: "record_verdict",
      of: "round",
      number: 1,
      tree: shownContent(asked).tree,
      requirement: "layer:peer",
      opinion: "approved",
      summary: "",
      findings: [],
      costUsd: 0,
      sandboxed: false,
    });
    await until(asked.id, waitsForAna, 20_000);

    const second = await until(await handIn(claude, more), waitsForPeer, 20_000);
    const other = await connected("emil", { department: "engineering-2" });
    const third = await until(await handIn(codex, more), waitsForPeer, 20_000);
    expect(peerOf(third)).toMatchObject({ who: ["emil"] });

    await engine.revokeToken(lab.admin, token);
    const reseated = await until(second.id, (task) => peerOf(task)?.who[0] === "emil", 20_000);
    expect(reseated.phase.is).toBe("reviewing");
    await engine.revokeToken(lab.admin, other.token);
    const skipped = await until(second.id, waitsForAna, 20_000);
    expect(skipped.round?.plan?.skipped).toMatchObject([{ layer: "peer", reason: "alone" }]);
    const { story } = await engine.why(ana, second.id);
    expect(story.map(({ text }) => text).join("\n")).toContain(
      "peer is skipped: No other agent of engineering-2 is connected as a reviewer of this repository",
    );
  });

  it("gets no seat in another repository, and none for a task that it wrote", async () => {
    const elsewhere = openShop(policy);
    await engine.addRepository(lab.admin, { path: elsewhere.repo, id: "elsewhere" });
    await connected("fay", { department: "engineering-3" }, "elsewhere");
    const more = "engineering-3";
    expect(peerOf(await until(await handIn(claude, more), waitsForAna, 20_000))).toBeNull();

    await connected("claude-code", { department: "engineering-3" });
    expect(peerOf(await until(await handIn(claude, more), waitsForAna, 20_000))).toBeNull();
    elsewhere.remove();
  });

  it("is refused to authors, and for repositories that there are not", async () => {
    const reviewer = await signIn({ actor: "gus", role: "reviewer" });

    await expect(engine.connectReviewer(claude, "shop")).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(engine.connectReviewer(reviewer, "nowhere")).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a person whom a release names", () => {
  it("finds the task in the inbox, and their approval counts", async () => {
    const ben = await signIn({ actor: "ben", role: "human" });
    const task = await until(await handIn(claude, "engineering"), isHeld, 20_000);
    await release(task, "ben");

    const isBens = ({ phase }: Task) => phase.is === "reviewing" && phase.person === "ben";
    const named = await until(task.id, isBens, 20_000);
    expect(peerOf(named)).toMatchObject({ who: ["ben"], human: true });
    const inbox = await engine.tasks(ben, { turnWho: "ben", limit: 50 });
    expect(inbox.items.map((line) => line.task)).toContain(task.id);
    await engine.command(ben, key(), task.id, { type: "approve", ...shownContent(named) });
    await until(task.id, waitsForAna, 20_000);
  });

  it("answers for peer and owner at once where they are the owner", async () => {
    const task = await until(await handIn(claude, "engineering"), isHeld, 20_000);
    await release(task, "ana");
    const named = await until(task.id, waitsForAna, 20_000);
    await engine.command(ana, key(), task.id, { type: "approve", ...shownContent(named) });

    await until(task.id, ({ phase }) => phase.is === "done", 30_000);
  });
});

describe("a seat that an older release gave to an author", () => {
  it("is refilled or skipped by the engine", async () => {
    await connected("hal", { department: "engineering-4" });
    const task = await handIn(claude, "engineering-4");
    const waiting = await until(task, waitsForPeer, 20_000);
    expect(peerOf(waiting)).toMatchObject({ who: ["hal"] });
    // As release 0.1.0 left it: the seat is there, and nothing connects its holder to the repository.
    await lab.database.owner.query("DELETE FROM countersign.reviewer_connections");

    await until(task, waitsForAna, 20_000);
  });
});

async function connected(actor: string, more: { department: string }, repo = "shop") {
  const made = await engine.createToken(lab.admin, {
    actor,
    role: "reviewer",
    sponsor: "ana",
    ...more,
  });
  const reviewer = await engine.authenticate(made.token);
  if (reviewer === null) throw new Error("A new token is not known");
  await engine.connectReviewer(reviewer, repo);
  return { reviewer, token: made.id };
}

async function release(task: Task, reviewer: string): Promise<void> {
  await engine.command(ana, key(), task.id, {
    type: "release",
    ...toShown(task),
    offered: null,
    resolutions: [{ do: "name_reviewer", requirement: "layer:peer", reviewer }],
  });
}

function shownContent({ round }: Task): { round: number; tree: string } {
  if (round === null) throw new Error("Nothing was submitted");
  return { round: round.number, tree: round.content.tree };
}
