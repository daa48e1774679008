import { expect, it } from "vitest";
import { createChildRunner } from "../../packages/engine/src/review/reviewers/testing/child-runner.ts";
import { openEngine, POLICY } from "./open-engine.ts";
import { submitFile } from "./submit-file.ts";

const reviewer = (id: string, more: object) => ({
  id,
  name: id,
  description: "For a test",
  ...more,
});
const builtin = { kind: "check", adapter: "builtin" };

/** Prints the dimensions that the audited file lists, one value each. */
const AUDITOR = `
const values = readFileSync("design/page.txt", "utf8").trim().split(" ");
say({ verdict: "concerns", findings: values.map((severity, at) => (
  { severity, category: "dimension-" + at, message: "About " + at, file: "design/page.txt" })) });
`;

const lab = await openEngine(
  {
    ...POLICY,
    checks: [
      { id: "quick", run: "test ! -e broken.txt || (echo quick broke; exit 1)" },
      { id: "slow", run: "test ! -e broken.txt || (sleep 2; echo slow broke; exit 1)" },
    ],
    reviewers: [
      reviewer("integrity", builtin),
      reviewer("secrets", builtin),
      reviewer("auditor", { kind: "agent", adapter: "claude", elevate: {} }),
    ],
    policies: [
      ...POLICY.policies,
      {
        id: "design",
        when: { paths: ["design/**"] },
        require: [{ reviewer: "auditor" }],
        description: "For a test",
      },
    ],
  },
  { runners: { claude: createChildRunner(() => AUDITOR) } },
);
const { engine, ana, agent, key, until } = lab;

it("a round goes back once, when every check has answered, with one report [R-019]", async () => {
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });
  await submitFile(lab, task, { path: "broken.txt" });
  const half = await until(task, ({ findings }) => findings.length > 0);
  expect(half.phase.is).toBe("reviewing");
  expect((await engine.feedback(agent, task)).text).toBeNull();
  const back = await until(task, ({ phase }) => phase.is === "rework");

  expect(back.findings.flatMap(({ raisedBy }) => raisedBy).toSorted()).toEqual(["quick", "slow"]);
  const { text } = await engine.feedback(agent, task);
  for (const said of ["quick broke", "slow broke"]) expect(text).toContain(said);
  const log = await engine.log(ana, task);
  expect(log.filter(({ event }) => event.type === "rework_requested")).toHaveLength(1);
});

it.each([
  ["fail warn pass", ["major", "warning"]],
  ["fail fail fail warn", ["critical", "major", "major", "warning"]],
])("an audit that says %s has findings of %j [R-120]", async (text, severities) => {
  const { task } = await engine.createTask(agent, key(), { title: "Design", repo: "shop" });
  await submitFile(lab, task, { path: "design/page.txt", text: `${text}\n` });
  const back = await until(task, ({ phase }) => phase.is === "rework");

  expect(back.findings.map(({ severity }) => severity).toSorted()).toEqual(severities.toSorted());
});
