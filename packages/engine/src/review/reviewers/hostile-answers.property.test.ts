import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Content, PHASES, type Task, transition } from "@countersign/core";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { ReviewerReply, ReviewerRunner } from "../../ports/reviewer-runner.ts";
import { times } from "../../testing/times.ts";
import { answerCommand } from "../rounds/answer-command.ts";
import { askReviewer } from "./ask-reviewer.ts";
import type { ReviewerDeps } from "./reviewer-deps.ts";
import { policyContext, policyReviewer, policyWith, taskInReview } from "./testing/review-task.ts";
import { createTreeCopies } from "./tree-copies.ts";

const TREE = "1".repeat(40);
const CONTENT: Content = {
  repo: "shop",
  target: "main",
  base: "b".repeat(40),
  head: "c".repeat(40),
  tree: TREE,
};
const ANSWERS = 100_000;
const AT_ONCE = 50;
const CODE = Buffer.from("export const a = 1 / 0;\n");

const policy = policyWith([{ id: "reader", retries: 0 }]);
const reviewer = policyReviewer(policy, "reader");
const begun = taskInReview(policy, CONTENT);
const requirement = begun.round?.plan?.requirements.find(({ id }) => id === "agent:reader");
const scratch = await mkdtemp(join(tmpdir(), "hostile-answers-"));
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** The repository in memory: one file, and one line of it is new. */
const mirror: ReviewerDeps["mirror"] = {
  checkout: async () => ({ files: 1, bytes: CODE.length, skipped: [] }),
  readFile: async (_repo, _tree, path) =>
    path === "src/a.ts" ? { size: CODE.length, bytes: CODE } : null,
  showDiff: async () => ({ patch: CODE, files: [], unshown: [] }),
  interdiff: async () => ({ patch: CODE, files: [], unshown: [] }),
};

const odd = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1e308, "", "approved", "blocker", [], {}, "F-1"),
  fc.string(),
  fc.jsonValue(),
);
const finding = fc.record(
  {
    severity: fc.oneof(fc.constantFrom("critical", "major", "info", "error", "fatal"), odd),
    category: fc.oneof(fc.constant("correctness"), odd),
    ruleId: fc.oneof(fc.constantFrom("own-01", "none", null), odd),
    file: fc.oneof(fc.constantFrom("src/a.ts", "../../etc/passwd", "no.ts", null), odd),
    line: fc.oneof(fc.integer(), odd),
    quote: fc.oneof(fc.constantFrom("1 / 0", "2 / 0", null), odd),
    message: fc.oneof(fc.constant("It divides by zero"), odd),
    __proto__: odd,
  },
  { requiredKeys: [] },
);
const verdict = fc.constantFrom("approved", "approved", "concerns", "blocker", "abstained");

const mostly = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: odd });

const core = {
  completed: mostly(fc.constant(true)),
  nonce: mostly(fc.constant("NONCE")),
  tree: mostly(fc.constant(TREE)),
  verdict: mostly(verdict),
  summary: mostly(fc.string()),
  findings: mostly(fc.oneof(fc.constant([]), fc.array(finding, { maxLength: 3 }))),
};
const stray = { approved: odd, payload: odd, issues: odd, task: odd, phase: odd };

/** Answers that are nearly right, in every way in which they can be wrong. */
const answer = fc.oneof(
  { weight: 4, arbitrary: fc.record(core) },
  { weight: 1, arbitrary: fc.record({ ...core, ...stray }, { requiredKeys: [] }) },
);
const text = fc.oneof(
  { weight: 8, arbitrary: answer.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(answer, answer)
      .map((both) => both.map((one) => JSON.stringify(one)).join("\n")),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(answer, fc.nat(400)).map(([one, cut]) => JSON.stringify(one).slice(0, cut)),
  },
  { weight: 1, arbitrary: fc.string() },
);
const usage = fc.option(
  fc.record({
    inputTokens: fc.oneof(fc.nat(), fc.double()),
    outputTokens: fc.oneof(fc.nat(), fc.double()),
    costUsd: fc.option(fc.double()),
  }),
);

/** Says whatever it is told to; NONCE stands for the nonce of the question. */
function saying(said: string, used: ReviewerReply["usage"]): ReviewerRunner & { said: string } {
  return {
    said: "",
    state: async () => ({ ok: true, version: "1" }),
    async ask({ brief }) {
      const nonce = /nonce ([0-9a-f]{32}),/.exec(brief)?.[1] ?? "";
      this.said = said.replaceAll("NONCE", nonce);
      return { ok: true, text: this.said, usage: used, durationMs: 1, sandboxed: true };
    },
  };
}

/**
 * Whether a text approves this tree, by a look of its own: one object on a line, which may be said twice; empty
 * braces say nothing.
 */
function approves(said: string): boolean {
  const [object = "", ...others] = new Set(said.split("\n").filter((line) => line !== "{}"));
  if (others.length > 0) return false;
  try {
    const { completed, nonce, tree, verdict: given, approved, payload } = JSON.parse(object);
    const isAbout = completed === true && /^[0-9a-f]{32}$/.test(nonce) && tree === TREE;
    return isAbout && [given, payload?.verdict, approved && "approved"].includes("approved");
  } catch {
    return false;
  }
}

const met = { answered: 0, approved: 0, sentBack: 0, nothing: 0 };

/** The task is in a state that may follow, and approved only by what approves it. */
function judge({ phase, round, costUsd }: Task, opinion: string | null, said: string): void {
  met[round?.verdicts.items.length === 2 ? "answered" : "nothing"] += 1;
  expect(PHASES).toContain(phase.is);
  expect(costUsd >= 0 && Number.isFinite(costUsd)).toBe(true);
  if (phase.is === "rework") met.sentBack += 1;
  if (phase.is === "reviewing" || phase.is === "rework" || phase.is === "held") return;
  met.approved += 1;
  expect(opinion === "approved" ? approves(said) : opinion === "concerns").toBe(true);
}

it("whatever a reviewer says, only a well-formed approval of this tree approves, and no transition is illegal", async () => {
  if (requirement === undefined) throw new Error("nobody is asked");
  const integrity = { id: "integrity", kind: "check", planner: false } as const;
  const ready = transition(
    begun,
    {
      type: "record_verdict",
      id: "vrd_i",
      of: "round",
      number: 1,
      tree: TREE,
      requirement: "check:integrity",
      opinion: "approved",
      summary: "",
      findings: [],
      costUsd: 0,
      sandboxed: true,
    },
    policyContext(policy, integrity),
  ).task;
  const question = { policy, task: ready, of: "round", content: CONTENT } as const;
  const signal = new AbortController().signal;
  const copies = createTreeCopies(scratch);

  const hear = async (said: string, used: ReviewerReply["usage"]): Promise<void> => {
    const runner = saying(said, used);
    const parts = { mirror, runner, scratch, copies };
    const result = await askReviewer(parts, { ...question, reviewer, signal });
    const asked = { ...question, requirement, reviewer: "reader", signal };
    const { command, actor } = answerCommand("vrd_1", 1, asked, result);
    const after = transition(ready, command, policyContext(policy, actor)).task;
    judge(after, "opinion" in result ? result.opinion : null, runner.said);
  };
  const many = fc.array(fc.tuple(text, usage), { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(many, async (answers) => {
      await Promise.all(answers.map((given) => hear(...given)));
    }),
    { numRuns: times(ANSWERS / AT_ONCE) },
  );
  const least = times(ANSWERS) / 200;
  expect(met.answered).toBeGreaterThan(least);
  expect(met.approved).toBeGreaterThan(least);
  expect(met.sentBack).toBeGreaterThan(least / 10);
  expect(met.nothing).toBeGreaterThan(least);
});
