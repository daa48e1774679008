import { describe, expect, it } from "vitest";
import { openLab } from "./open-lab.ts";

const lab = await openLab();
const { engine, shop, ana, agent, key, until, database } = lab;
const person = await lab.mint({ actor: "ana", role: "human" });

function branch(name: string, files: Record<string, string>, from = "main"): string {
  shop.git("checkout", "--quiet", "--detach", from);
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  const commit = shop.commit(`Work on ${name}`);
  shop.git("branch", "--force", name);
  return commit;
}

async function handIn(name: string, task?: string): Promise<string> {
  const id = task ?? (await engine.createTask(agent, key(), { title: name, repo: "shop" })).task;
  const work = { from: { branch: name }, signal: "DONE" as const, summary: "" };
  await engine.submitWork(agent, key(), { task: id, ...work });
  return id;
}

async function shownRound(id: string, number = 1): Promise<{ round: number; tree: string }> {
  const { round } = await until(
    id,
    ({ phase, round: now }) =>
      phase.is === "reviewing" && phase.person === "ana" && now?.number === number,
  );
  return { round: number, tree: round?.content.tree ?? "" };
}

const line = async () => (await engine.repositories(ana)).find(({ id }) => id === "shop");
const main = () => shop.git("rev-parse", "main");

async function untilHeld() {
  for (let tries = 0; tries < 600; tries += 1) {
    const hold = (await line())?.hold;
    if (hold) return hold;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The repository was not held");
}

describe("I9 Shown is signed: a newer round after the person looked", () => {
  it("is neither approved, overridden, sent back nor rejected by what was said of the old one", async () => {
    branch("first", { "x.txt": "fine\n" });
    const id = await handIn("first");
    const shown = await shownRound(id);
    branch("first", { "x.txt": "EVIL\n" });
    await handIn("first", id);
    await shownRound(id, 2);
    const bodies = {
      approve: shown,
      override: { ...shown, reason: "I have read the diff" },
      reject: { ...shown, reason: "no" },
      redo: { ...shown, customFeedback: "again" },
    };
    for (const [verb, body] of Object.entries(bodies)) {
      const reply = await lab.call(person, `/v1/tasks/${id}/${verb}`, { body });
      expect([verb, reply.status]).toEqual([verb, 409]);
      expect(reply.body).toMatchObject({
        error: {
          code: "stale_round",
          message: expect.stringContaining("is at round 2 now"),
          hint: `Review it: countersign diff ${id}`,
        },
      });
    }
    const bare = await lab.call(person, `/v1/tasks/${id}/override`, { body: { reason: "now" } });
    expect(bare.status).toBe(400);
    expect((await engine.task(ana, id)).phase.is).toBe("reviewing");
    expect(shop.git("ls-tree", "--name-only", "main")).not.toContain("x.txt");
  });
});

describe("I9 Shown is signed: a commit on the target after the owner looked", () => {
  it("is not accepted by a release of the commit that was shown", async () => {
    const before = main();
    shop.git("checkout", "--quiet", "main");
    shop.write("hand.txt", "harmless\n");
    const harmless = shop.commit("By hand, harmless");
    await untilHeld();
    expect((await line())?.found).toBe(harmless);
    shop.write("hand.txt", "EVIL\n");
    const evil = shop.commit("EVIL, after the owner looked");
    shop.git("checkout", "--quiet", "--detach");
    const release = (tip: string) =>
      lab.call(person, "/v1/repositories/shop/release", { body: { tip, reason: "I looked" } });

    const stale = await release(harmless);
    expect(stale).toMatchObject({
      status: 409,
      body: {
        error: { code: "stale_content", message: expect.stringContaining(evil.slice(0, 12)) },
      },
    });
    expect(await line()).toMatchObject({ tip: before, hold: { why: "target_moved" } });
    expect((await release(evil)).status).toBe(200);
    expect(await line()).toMatchObject({ tip: evil, hold: null });
  });
});

describe("I9 Shown is signed: another loss of seals than the one that was shown", () => {
  it("is not accepted", async () => {
    const { last } = await engine.audit(ana);
    const accept = (outside: string | null) =>
      lab.call(person, "/v1/audit/accept", {
        body: { outside, inside: last?.hash ?? null, reason: "restored last night" },
      });
    expect(await accept("0".repeat(64))).toMatchObject({
      status: 409,
      body: { error: { code: "stale_content" } },
    });
    expect((await engine.audit(ana)).last?.body.says ?? null).toBeNull();
  });
});

describe("I3 Fresh: a base that was never accepted", () => {
  it("does not hide what it brings: the target is put back after the submission", async () => {
    const accepted = main();
    branch("side", { "auth.txt": "admins only\n" });
    branch("route", { "route.txt": "behind the guard\n" }, "side");
    shop.git("update-ref", "refs/heads/main", shop.git("rev-parse", "side"));
    const id = await handIn("route");
    shop.git("update-ref", "refs/heads/main", accepted);
    const { round } = await until(id, ({ round: now }) => now?.facts != null);
    expect(round?.content.base).toBe(accepted);
    const { files } = await engine.diff(ana, id, {});
    expect(files.map(({ path }) => path)).toEqual(["auth.txt", "route.txt"]);
    expect((await untilHeld()).why).toBe("target_moved");
    await lab.call(person, "/v1/repositories/shop/release", {
      body: { tip: accepted, reason: "put back" },
    });
  });

  it("is refused when it is named", async () => {
    branch("other", { "other.txt": "1\n" });
    const base = branch("other", { "other.txt": "2\n" }, "other");
    branch("other", { "other.txt": "3\n" }, "other");
    const { task } = await engine.createTask(agent, key(), { title: "Based", repo: "shop" });
    const work = { from: { branch: "other" }, base, signal: "DONE" as const, summary: "" };
    await expect(engine.submitWork(agent, key(), { task, ...work })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(
        "is neither part of the accepted history of main nor the current content of an open task",
      ),
    });
  });

  it("is flagged where the merged tree is not the approved one", async () => {
    branch("one", { "one.txt": "1\n" });
    branch("two", { "two.txt": "2\n" });
    for (const name of ["one", "two"]) {
      const id = await handIn(name);
      const shown = await shownRound(id);
      await engine.command(ana, key(), id, { type: "approve", ...shown });
      const { flags } = await until(id, ({ phase }) => phase.is === "done");
      expect(flags.includes("merged_tree_differs")).toBe(name === "two");
      const told = (await engine.why(ana, id)).story.map(({ text }) => text).join("\n");
      expect(told.includes("not the approved")).toBe(name === "two");
    }
  });
});

describe("I4 Reproducible: a state that the log does not tell", () => {
  it("merges nothing, and the owner is told why", async () => {
    branch("tamper", { "evil.txt": "evil\n" });
    const id = await handIn("tamper");
    await shownRound(id);
    const before = main();
    await database.as("acme", (client) =>
      client.query(
        `UPDATE countersign.tasks SET state = 'approved', updated = now() - interval '10 minutes',
           body = jsonb_set(jsonb_set(body, '{phase}', $1::jsonb), '{round,overridden}', 'true')
         WHERE task_id = $2`,
        [JSON.stringify({ is: "approved", retryAtMs: null, tries: 0 }), id],
      ),
    );
    const hold = await untilHeld();
    expect(hold.why).toBe("log_damaged");
    expect(hold.detail).toContain(`The stored state of ${id} is not what its log says`);
    expect(hold.detail).toContain(`countersign replay ${id}`);
    expect(main()).toBe(before);
    const log = await engine.log(ana, id);
    expect(log.map(({ event }) => event.type)).not.toContain("merge_started");
  });
});
