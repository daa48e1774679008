import { describe, expect, it } from "vitest";
import { openLab } from "./open-lab.ts";
import { createRunner, panelPolicy } from "./open-panel.ts";

const MEMBERS = ["first", "second", "third"];
const runner = createRunner({ first: { verdict: "approved", costUsd: 0.5 } });
const lab = await openLab(panelPolicy(MEMBERS), { runners: { claude: runner } });
const { engine, agent, ana, key, shop, until } = lab;

async function submit(name: string): Promise<string> {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(`${name}.txt`, `${name}\n`);
  shop.commit(name);
  shop.git("branch", "--force", name);
  const { task } = await engine.createTask(agent, key(), { title: name, repo: "shop" });
  const submission = { from: { branch: name }, signal: "DONE", summary: "" } as const;
  await engine.submitWork(agent, key(), { task, ...submission });
  return task;
}

describe("I6 Ends: a cost that a client reports", () => {
  it("stops no paid reviewer, and is kept as a note", async () => {
    const task = await submit("first-work");
    const done = await until(task, ({ phase }) => phase.is === "done");
    const spent = done.costUsd;
    expect(spent).toBeGreaterThanOrEqual(0.5);

    const reviewer = await lab.mint({ actor: "unasked", role: "reviewer" });
    const body = {
      round: 1,
      tree: done.round?.content.tree,
      requirement: "panel",
      opinion: "abstained",
      costUsd: 1_000_000,
    };
    const { status } = await lab.call(reviewer, `/v1/tasks/${task}/verdicts`, { key: key(), body });
    expect(status).toBe(200);

    const after = await engine.task(ana, task);
    expect(after.costUsd).toBe(spent);
    const log = await engine.log(ana, task);
    expect(log.at(-1)?.event).toMatchObject({
      verdict: { costUsd: 0, claimedCostUsd: 1_000_000 },
    });

    const next = await submit("second-work");
    const judged = await until(
      next,
      ({ phase }) => phase.is !== "reviewing" && phase.is !== "open",
    );
    expect(
      judged.round?.verdicts.items.filter(({ requirement }) => requirement === "panel"),
    ).toHaveLength(3);
    expect((await until(next, ({ phase }) => phase.is === "done")).phase.is).toBe("done");
  });
});
