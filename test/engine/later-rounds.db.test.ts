import { type Task, toShown } from "@countersign/core";
import { expect, it } from "vitest";
import { createChildRunner } from "../../packages/engine/src/review/reviewers/testing/child-runner.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const builtin = (id: string) => ({
  id,
  name: id,
  kind: "check",
  adapter: "builtin",
  description: "For a test",
});

const policy = {
  ...POLICY,
  checks: [],
  reviewers: [
    builtin("integrity"),
    builtin("secrets"),
    {
      id: "reader",
      name: "Reader",
      kind: "agent",
      adapter: "claude",
      timeout: "60s",
      description: "For a test",
    },
  ],
  policies: [
    ...POLICY.policies,
    {
      id: "work",
      when: { paths: ["work/**"] },
      require: [{ reviewer: "reader" }],
      description: "For a test",
    },
  ],
};

/** Finds what is marked, and from its second look on also an old line that it had not minded before. */
const READER = `
const lines = readFileSync("work/list.txt", "utf8").split("\\n");
const marked = lines.filter((line) => /BUG|NOISE/.test(line));
const old = brief.includes("## Since round") ? lines.filter((line) => line.includes("OLD")) : [];
say({
  verdict: marked.length + old.length > 0 ? "concerns" : "approved",
  findings: [...marked, ...old].map((quote) => (
    { severity: "major", category: "correctness", file: "work/list.txt", quote, message: "About " + quote })),
});
`;

const { engine, shop, ana, agent, key, until } = await openEngine(policy, {
  runners: { claude: createChildRunner(() => READER) },
});

function write(branch: string, from: string, files: Record<string, string>): void {
  shop.git("checkout", "--quiet", "--detach", from);
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit(`Work on ${branch}`);
  shop.git("branch", "--force", branch);
}

async function handIn(branch: string, task?: string): Promise<string> {
  const title = `Work on ${branch}`;
  const id = task ?? (await engine.createTask(agent, key(), { title, repo: "shop" })).task;
  const from = { branch };
  await engine.submitWork(agent, key(), { task: id, from, signal: "DONE", summary: "" });
  return id;
}

async function approve(id: string): Promise<void> {
  const { round } = await until(id, waitsForAna);
  if (round === null) throw new Error("no round");
  const { number, content } = round;
  await engine.command(ana, key(), id, { type: "approve", round: number, tree: content.tree });
}

const waitsForAna = ({ phase }: Task) => phase.is === "reviewing" && phase.person === "ana";
const found = ({ findings }: Task) =>
  findings.map(({ message, disposition, rounds }) => [message, disposition.is, rounds]);

it("after a force-pushed rebase no finding is repeated, a late one does not gate and a dismissed one stays away", async () => {
  write("work", "main", { "work/list.txt": "BUG one\nNOISE two\nOLD three\n" });
  const id = await handIn("work");
  const first = await until(id, ({ phase }) => phase.is === "rework");
  expect(found(first)).toEqual([
    ["About BUG one", "open", [1]],
    ["About NOISE two", "open", [1]],
  ]);
  const reason = "That is how it is called";
  await engine.command(ana, key(), id, {
    type: "dispose",
    ...toShown(first),
    finding: "F-2",
    as: { is: "dismissed", reason, untilMs: Date.now() + 86_400_000 },
  });

  write("else", "main", { "else.txt": "merged meanwhile\n" });
  const other = await handIn("else");
  await approve(other);
  await until(other, ({ phase }) => phase.is === "done");
  write("work", "main", { "work/list.txt": "fixed one\nNOISE two\nOLD three\nfour\n" });
  await handIn("work", id);
  const second = await until(id, waitsForAna);

  expect(second.round?.number).toBe(2);
  expect(found(second)).toEqual([
    ["About BUG one", "stale", [1]],
    ["About NOISE two", "dismissed", [1, 2]],
    ["About OLD three", "late", [2]],
  ]);
  expect(second.round?.decision?.gate).toBe("pass");

  write("again", "main", { "work/list.txt": "NOISE two\nfive\n" });
  const again = await until(await handIn("again"), waitsForAna);
  expect(again.findings).toMatchObject([{ disposition: { is: "dismissed", reason, by: "ana" } }]);
});
