import { readdirSync } from "node:fs";
import { createSandboxedProcessRunner } from "@countersign/adapters";
import { parseAnswer } from "@countersign/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENTS, PROGRAMS } from "./agents.ts";
import { answerAbout, askAgent, KEY, NONCE, reviewerOf, type Told } from "./ask-agent.ts";
import { HOSTILE_TREE, PLANTED } from "./hostile-tree.ts";
import type { ModelScript } from "./model/said.ts";
import { openReviewLab, type ReviewLab } from "./review-lab.ts";

const LINE = "export const total = (prices: number[]) => prices.reduce((a, b) => a + b, 0);";

let lab: ReviewLab;
beforeAll(async () => {
  lab = await openReviewLab({ "src/total.ts": `${LINE}\n`, ...HOSTILE_TREE });
  process.env.COUNTERSIGN_CANARY = "canary-of-the-environment";
});
afterAll(() => {
  delete process.env.COUNTERSIGN_CANARY;
  lab.remove();
});

describe.each(AGENTS)("$name reviews a commit", (agent) => {
  const brief = `Review this change. ${"A long brief. ".repeat(15_000)}The end of the brief.`;
  const script: ModelScript = ({ calls }) => ({
    does: "say",
    said:
      calls === 0 ? agent.look("src/total.ts") : { kind: "answer", text: answerAbout(lab.tree) },
  });
  let told: Told;
  beforeAll(async () => {
    told = await askAgent(agent, { directory: lab.directory, script, brief });
  });

  it("is found with its version", async () => {
    const runner = agent.create({
      processes: createSandboxedProcessRunner(),
      credentials: { apiKey: KEY },
      searchPath: PROGRAMS,
    });

    expect(await runner.state(reviewerOf(agent))).toEqual({ ok: true, version: agent.version });
  });

  it("answers with findings that can be read", () => {
    const { reply } = told;
    const expected = { nonce: NONCE, tree: lab.tree, reviewer: reviewerOf(agent) };

    expect(reply).toMatchObject({ ok: true, sandboxed: true });
    expect(parseAnswer(reply.ok ? reply.text : "", expected)).toMatchObject({
      ok: true,
      answer: {
        opinion: "concerns",
        findings: [{ severity: "major", file: "src/total.ts", line: 1 }],
        notes: [],
      },
    });
    expect(reply.usage).toMatchObject({ inputTokens: 2_400, outputTokens: 160 });
  });

  it("gets the whole brief and looks into the tree with its own tool", () => {
    const [first, second] = told.requests;

    expect(told.requests).toHaveLength(2);
    expect(first?.raw).toContain("The end of the brief.");
    expect(first?.raw).not.toContain(LINE.slice(13));
    expect(second?.raw).toContain(LINE.slice(13));
  });

  it("cannot change the tree", () => {
    expect(told.requests[0]?.tools).toEqual(expect.arrayContaining([...agent.tools]));
    expect(told.requests[0]?.tools).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^(?:Bash|Write|Edit|WebFetch|web_search|bash|write|edit|webfetch|write_file|replace|run_shell_command)$/,
        ),
      ]),
    );
    if (agent.id === "codex") expect(told.requests[1]?.raw).toContain("Read-only file system");
    expect(readdirSync(lab.directory)).not.toContain("planted");
  });

  it("is told nothing by the files of the tree that speak to agents", () => {
    expect(told.requests.filter(({ raw }) => raw.includes(PLANTED))).toEqual([]);
  });

  it("has no secret of ours, and its model server gets the key from us alone", () => {
    const { requests, reply } = told;

    expect(requests.map(({ headers }) => headers[agent.header])).toEqual(
      requests.map(() => expect.stringContaining(KEY)),
    );
    expect(JSON.stringify([requests.map(({ raw }) => raw), reply])).not.toMatch(/canary-of-the/);
  });
});
