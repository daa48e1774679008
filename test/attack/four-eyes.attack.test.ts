import { toShown } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { plainPolicy } from "../engine/plain-policy.ts";
import { openLab } from "./open-lab.ts";
import { submitBranch } from "./submit-branch.ts";

const policy = {
  ...plainPolicy("bob"),
  people: {
    owner: ["bob", "carol"],
    emails: { "Bob@Acme.test": "bob", "ada@acme.test": null, "carol@acme.test": "carol" },
  },
  trust: { separation: "four_eyes" },
};

const lab = await openLab(policy);
const { engine, key, until } = lab;
const root = await lab.mint({ actor: "root", role: "admin" });
const bob = await lab.signIn({ actor: "bob", role: "human" });
const carol = await lab.signIn({ actor: "carol", role: "human" });

/** Creates a credential as an administrator does. */
async function create(actor: string, sponsor: string | undefined) {
  const reply = await lab.call(root, "/v1/tokens", { body: { actor, role: "author", sponsor } });
  const { token } = reply.body as { token?: string };
  return {
    status: reply.status,
    by: token === undefined ? null : await engine.authenticate(token),
  };
}

async function agentOf(actor: string, sponsor: string) {
  const { by } = await create(actor, sponsor);
  if (by === null) throw new Error(`${actor} was not created`);
  return by;
}

/** Waits until people are asked and lets one of them approve. */
async function approve(task: string, by: typeof bob) {
  const { round } = await until(
    task,
    ({ phase }) => phase.is === "reviewing" && phase.person !== null,
  );
  const shown = { round: round?.number ?? 0, tree: round?.content.tree ?? "" };
  return await engine.command(by, key(), task, { type: "approve", ...shown }).then(
    ({ state }) => state,
    ({ code }: { code: string }) => code,
  );
}

describe("I2 Separate: under four eyes nobody approves their own agent's work or their own commits", () => {
  it("creates no credential of an agent without a person who answers for it", async () => {
    for (const sponsor of [undefined, "root", "claude", "nobody", "Bob", "mallory"])
      expect([sponsor, (await create("orphan", sponsor)).status]).toEqual([sponsor, 400]);
    expect((await create("bobs-agent", "bob")).by?.sponsor).toBe("bob");
  });

  it("refuses the approval of the sponsor, and takes another owner's", async () => {
    const by = await agentOf("bobs-agent", "bob");
    const task = await submitBranch(lab, { files: { "a.txt": "a\n" }, by });
    expect(await approve(task, bob)).toBe("not_your_turn");
    expect(await approve(task, carol)).toBe("approved");
    expect((await until(task, ({ phase }) => phase.is === "done")).flags).toEqual([]);
  });

  it("counts the sponsor of every credential that claimed or submitted", async () => {
    const first = await agentOf("carols-agent", "carol");
    const second = await agentOf("bobs-agent", "bob");
    const { task } = await engine.createTask(carol, key(), { title: "Both", repo: "shop" });
    await engine.command(second, key(), task, { type: "claim" });
    expect((await engine.task(bob, task)).sponsors).toEqual(["bob"]);
    await expect(engine.command(first, key(), task, { type: "claim" })).rejects.toThrow();
  });

  it("refuses the approval of whoever wrote a commit of the change, in any spelling", async () => {
    const by = await agentOf("carols-agent", "carol");
    const task = await submitBranch(lab, {
      files: { "b.txt": "b\n" },
      by,
      email: "BOB@acme.TEST",
    });
    const held = await until(task, ({ phase }) => phase.is === "held");
    expect(held.phase).toMatchObject({ reasons: [{ code: "quorum_unreachable" }] });
    await expect(
      engine.command(bob, key(), task, { ...override, ...toShown(held) }),
    ).rejects.toMatchObject({
      code: "self_review",
    });
    const mode = { type: "change_mode", ...toShown(held), mode: "skip" } as const;
    await engine.command(bob, key(), task, mode).catch(() => null);
    expect((await engine.task(bob, task)).phase.is).toBe("held");
  });

  it("lets the sponsor drop no requirement by a change of mode", async () => {
    const by = await agentOf("bobs-agent", "bob");
    const task = await submitBranch(lab, { files: { "c.txt": "c\n" }, by });
    await until(task, ({ phase }) => phase.is === "reviewing" && phase.person !== null);
    const shown = toShown(await engine.task(bob, task));
    const mode = { type: "change_mode", ...shown, mode: "skip" } as const;
    await engine.command(bob, key(), task, mode).catch(() => null);
    const { phase, round } = await engine.task(bob, task);
    expect([phase.is, round?.decision?.outstanding]).toEqual(["reviewing", ["layer:owner"]]);
  });

  it("flags an address that the policy does not know, and asks an owner", async () => {
    const by = await agentOf("bobs-agent", "bob");
    const task = await submitBranch(lab, {
      files: { "d.txt": "d\n" },
      by,
      email: "stranger@elsewhere.test",
    });
    const { round } = await until(
      task,
      ({ phase }) => phase.is === "reviewing" && phase.person !== null,
    );
    expect(round?.decision?.flags).toEqual(["unknown_committer"]);
    expect(
      round?.plan?.requirements.find(({ id }) => id === "layer:owner")?.because,
    ).toContainEqual({
      entry: "people.emails",
      fact: "no person is known for stranger@elsewhere.test",
    });
    const { story } = await engine.why(bob, task);
    expect(story.map(({ text }) => text).join("\n")).toContain("stranger@elsewhere.test");
  });
});

const override = { type: "override", reason: "I say so" } as const;
