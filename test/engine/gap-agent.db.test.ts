import { expect, it } from "vitest";
import { createChildRunner } from "../../packages/engine/src/review/reviewers/testing/child-runner.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const reviewer = (id: string, more: object = {}) => ({
  id,
  name: id,
  kind: "agent",
  adapter: "claude",
  timeout: "60s",
  description: "For a test",
  ...more,
});
const builtin = { kind: "check", adapter: "builtin" };

const policy = {
  ...POLICY,
  checks: [],
  gaps: { reviewer: "looker" },
  reviewers: [
    reviewer("integrity", builtin),
    reviewer("secrets", builtin),
    reviewer("looker"),
    reviewer("artist"),
    reviewer("worker"),
  ],
};

/** Names one who can be asked, the author, somebody unknown, and tries to take a check away. */
const LOOKER = `
if (brief.includes("broken")) process.exit(1);
say({ remove: ["check:secrets"], gaps: [
  { concern: "Nobody looks at colours", reviewer: "artist" },
  { concern: "Ask me", reviewer: "worker" },
  { concern: "Ask nobody", reviewer: "stranger" },
] });
`;
const runner = createChildRunner(({ reviewer: { id } }) => (id === "looker" ? LOOKER : "say({});"));
const { engine, shop, ana, signIn, key, until } = await openEngine(policy, {
  runners: { claude: runner },
});

async function handIn(name: string, actor: string): Promise<string> {
  const author = await signIn({ actor, role: "author" });
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(`${name}.txt`, `${name}\n`);
  shop.commit(`Work on ${name}`);
  shop.git("branch", "--force", name);
  const { task } = await engine.createTask(author, key(), { title: name, repo: "shop" });
  const from = { branch: name };
  await engine.submitWork(author, key(), { task, from, signal: "DONE", summary: "" });
  await until(task, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");
  return task;
}

const requirementsOf = async (id: string) =>
  (await engine.task(ana, id)).round?.plan?.requirements.map((requirement) => requirement.id);
const USUAL = ["check:integrity", "check:secrets", "layer:owner", "layer:self"];

it("an agent that looks for gaps adds reviewers of the registry and nothing else; what it cost is told [R-066] [R-067]", async () => {
  const id = await handIn("painting", "worker");

  expect((await requirementsOf(id))?.toSorted()).toEqual(["agent:artist", ...USUAL].toSorted());
  expect((await engine.task(ana, id)).costUsd).toBeCloseTo(0.02);
  expect(await engine.policyGaps(ana, {})).toMatchObject([
    { concern: "Nobody looks at colours", foundBy: ["looker"], proposal: { id: "gap-artist" } },
  ]);
});

it("without a result nothing is added, and the reason stands in the story", async () => {
  const id = await handIn("broken", "worker");
  const told = () => engine.why(ana, id).then(({ story }) => story.map(({ text }) => text));

  expect((await requirementsOf(id))?.toSorted()).toEqual(USUAL.toSorted());
  await until(id, ({ costUsd }) => costUsd > 0);
  expect(await told()).toContain("looker gave no result (gaps, $0.01): It ended with exit code 1.");
});

it("is never the author [C22]", async () => {
  const before = runner.asked.length;
  await handIn("own", "looker");

  expect(runner.asked).toHaveLength(before);
});
