import { expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const { engine, database, shop, ana, agent, key, until } = await openEngine({
  ...POLICY,
  merge: { graceSeconds: 2 },
});

it("ends the grace of a redo by a job that an earlier release stored", async () => {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write("cart.txt", "1\n");
  shop.commit("Add a cart");
  shop.git("branch", "--force", "cart");
  const { task } = await engine.createTask(agent, key(), { title: "Add a cart", repo: "shop" });
  const from = { branch: "cart" };
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "done" });
  const { round } = await until(
    task,
    ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
  );
  const shown = { round: round?.number ?? 0, tree: round?.content.tree ?? "" };
  await engine.command(ana, key(), task, {
    type: "redo",
    ...shown,
    quickIssues: [],
    customFeedback: "Again",
    option: "keep",
    priority: "same",
  });
  const { rowCount } = await database.owner.query(
    `UPDATE countersign_queue._private_jobs
        SET flags = replace(flags::text, 'close_grace', 'send_feedback')::jsonb
      WHERE key LIKE $1 AND flags::text LIKE '%close_grace%'`,
    [`%:${task}:%`],
  );

  expect(rowCount).toBe(1);
  expect((await until(task, ({ grace }) => grace === null)).phase.is).toBe("rework");
});
