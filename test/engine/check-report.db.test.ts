import { expect, it } from "vitest";
import { sample } from "../../packages/adapters/src/check/testing/sample.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const { engine, shop, agent, key, until } = await openEngine({
  ...POLICY,
  checks: [{ id: "lint", run: "cat report.txt; exit 1", format: "sarif", timeout: "1m" }],
});

it("what a linter reports about a file comes back to the author, with the line that it means [R-116]", async () => {
  const code = "export function order(id) {\n  var seen = id;\n  if (id == 1) return 1;\n";
  shop.write("src/order.js", code);
  shop.write("report.txt", sample("eslint.sarif"));
  shop.commit("Order");
  shop.git("branch", "--force", "work");
  const { task } = await engine.createTask(agent, key(), { title: "Order", repo: "shop" });
  const submission = { from: { branch: "work" }, signal: "DONE", summary: "done" } as const;
  await engine.submitWork(agent, key(), { task, ...submission });

  const { findings } = await until(task, ({ phase }) => phase.is === "rework");

  const lint = findings.filter(({ raisedBy }) => raisedBy.includes("lint"));
  expect(
    lint.map(({ severity, category, file, line }) => [severity, category, file, line]),
  ).toEqual([
    ["critical", "eqeqeq", "src/order.js", 3],
    ["critical", "no-undef", "src/order.js", 7],
    ["warning", "no-var", "src/order.js", 2],
    ["warning", "no-unused-vars", "src/order.js", 2],
  ]);
  expect(lint[0]?.quote).toBe("if (id == 1) return 1;");
});
