import { expect, it } from "vitest";
import { taskText } from "../../packages/cli/src/views/task-text.ts";
import { viewTask } from "../../packages/server/src/views/view-task.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const REPORT = {
  source: { name: "lint" },
  diagnostics: [
    {
      message: "The variable total is never read",
      severity: "WARNING",
      location: { path: "cart.txt", range: { start: { line: 1 } } },
    },
  ],
};

const PLAIN = { ascii: true, width: 100, paint: (_kind: string, text: string) => text };

const { engine, shop, ana, agent, key, until } = await openEngine({
  ...POLICY,
  checks: [{ id: "lint", run: "cat lint.json", format: "rdjson", timeout: "1m" }],
});

it("opens a task for a warning that merged work leaves behind, and links the two [R-131]", async () => {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write("cart.txt", "total\n");
  shop.write("lint.json", JSON.stringify(REPORT));
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
  await engine.command(ana, key(), task, { type: "approve", ...shown });
  const done = await until(task, ({ findings }) => findings[0]?.disposition.is === "deferred");

  const { disposition } = done.findings[0] ?? {};
  const link = disposition?.is === "deferred" ? disposition.link : "";
  const debt = await engine.task(ana, link);
  expect(taskText(viewTask(done, { attemptLimit: 3 }), PLAIN, "ana")).toContain(
    `1 deferred finding\n  F-1  to ${link}  The variable total is never read`,
  );
  expect(taskText(viewTask(debt, { attemptLimit: 3 }), PLAIN, "ana")).toMatch(
    new RegExp(`^opened for +${task}/F-1$`, "m"),
  );
  expect(debt).toMatchObject({
    title: "The variable total is never read (cart.txt:1)",
    repo: "shop",
    priority: "P2",
    phase: { is: "open" },
    labels: [{ name: "debt", by: "tracker" }],
    origin: { task, finding: "F-1" },
  });
});
