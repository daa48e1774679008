import { join } from "node:path";
import { loadPolicy, type Policy } from "@countersign/core";
import { pinChange, type ReviewStep, reviewOnce } from "@countersign/engine";
import { afterAll, expect, it } from "vitest";
import { createReportReader } from "./check/create-report-reader.ts";
import { createReviewerRunners } from "./create-reviewer-runners.ts";
import { type LoopbackServer, openLoopbackServer } from "./egress/testing/loopback-server.ts";
import { createGitMirror } from "./git/create-git-mirror.ts";
import { openWorkshop, type Workshop } from "./git/testing/plain-git.ts";
import { answerBody } from "./model/testing/answer-body.ts";
import { createSandboxedProcessRunner } from "./process/create-sandboxed-process-runner.ts";
import { ReviewerAccess } from "./reviewer-access.ts";

const CODE = "export const divide = (a: number, b: number) => a / b;\n";
const SECRET = `AKIA${"QZ7WSX5EDC3RFV2T"}`;
const KEY = "canary-key-1f0a";

const started: (LoopbackServer | Workshop)[] = [];
afterAll(async () => {
  for (const one of started) await ("close" in one ? one.close() : one.remove());
});

/** What a reviewer says that read its brief: it repeats the nonce and the tree, and has found something. */
function answerTo(asked: string): string {
  const [, nonce, tree] = /nonce ([0-9a-f]+), tree ([0-9a-f]+)\./.exec(asked) ?? [];
  const finding = {
    severity: "major",
    category: "correctness",
    ruleId: null,
    file: "src/divide.ts",
    line: 1,
    endLine: null,
    quote: "a / b",
    message: "The divisor may be zero.",
    recommendation: null,
    satisfiedWhen: null,
    confidence: null,
  };
  const said = { verdict: "concerns", summary: "One thing.", findings: [finding] };
  return JSON.stringify({ completed: true, nonce, tree, ...said });
}

function policy(): Policy {
  const about = { kind: "agent", timeout: "60s", retries: 0, description: "Reads the change" };
  const reviewers = [
    {
      id: "second",
      name: "Second",
      adapter: "model",
      model: "anthropic/claude-sonnet-4-5",
      ...about,
    },
    { id: "in-house", name: "In-house", adapter: "http", ...about },
    { id: "checker", name: "Checker", adapter: "http", ...about, kind: "check" },
  ];
  const require = [{ reviewer: "second" }, { reviewer: "in-house" }, { reviewer: "checker" }];
  const policies = [{ id: "all", when: "always", require, description: "Every change" }];
  const people = { owner: ["ana"] };
  const loaded = loadPolicy({ people, profile: "pipeline", reviewers, policies, rules: [] });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

it("asks a model and a service about a change, hides its secrets and counts what they found", async () => {
  const provider = await openLoopbackServer((response, { body }) =>
    response.end(answerBody("anthropic", answerTo(body))),
  );
  const service = await openLoopbackServer((response, { body }) => response.end(answerTo(body)));
  const checker = await openLoopbackServer((response, { body }) => response.end(answerTo(body)));
  const workshop = openWorkshop();
  started.push(provider, service, checker, workshop);
  workshop.write("readme.md", "# Shop\n");
  workshop.commit();
  workshop.write("src/divide.ts", CODE);
  workshop.write("src/keys.ts", `const id = "${SECRET}";\n`);
  workshop.commit();
  const access = ReviewerAccess.parse({
    models: { anthropic: { apiKey: KEY, baseUrl: provider.url } },
    services: {
      "in-house": { url: service.url, token: KEY },
      checker: { url: checker.url, token: KEY },
    },
    loopback: true,
  });
  const processes = createSandboxedProcessRunner();
  const mirror = createGitMirror({ dataDirectory: join(workshop.folder, "data") });
  const repository = { id: "shop", path: workshop.repo };
  const work = { repository, worktree: workshop.repo, branch: "main", take: "committed" } as const;
  const { content } = await pinChange(mirror, { ...work, head: null, base: null });
  const steps: ReviewStep[] = [];

  const { task } = await reviewOnce(
    {
      mirror,
      processes,
      reports: createReportReader(),
      runners: createReviewerRunners({
        processes,
        environment: {},
        access,
        withoutKey: "left_out",
      }),
      scratch: workshop.folder,
    },
    {
      content,
      policy: policy(),
      title: "Divide",
      nowMs: 1_800_000_000_000,
      asks: "everybody",
      signal: new AbortController().signal,
      onStep: (step) => steps.push(step),
    },
  );

  const ended = steps.filter(({ is, kind }) => is !== "asked" && kind === "agent");
  expect(ended).toEqual([
    expect.objectContaining({ is: "answered", findings: 1 }),
    expect.objectContaining({ is: "answered", findings: 1 }),
  ]);
  expect(steps.filter(({ is, reviewer }) => is !== "asked" && reviewer === "checker")).toEqual([
    expect.objectContaining({ is: "answered", kind: "check", findings: 1 }),
  ]);
  const [verdict] = task.round?.verdicts.items.filter(({ by }) => by === "checker") ?? [];
  expect(verdict).toMatchObject({ byKind: "check" });
  const said = JSON.stringify(task);
  expect(task.findings).toMatchObject([{ file: "src/divide.ts", line: 1, quote: "a / b" }]);
  expect(task.findings[0]?.raisedBy.toSorted()).toEqual(["checker", "in-house", "second"]);
  for (const { seen } of [provider, service, checker]) {
    expect(seen).toHaveLength(1);
    expect(seen[0]?.body).toContain("divide");
    expect(seen[0]?.body).not.toContain(SECRET);
  }
  expect(said).not.toContain(KEY);
});
