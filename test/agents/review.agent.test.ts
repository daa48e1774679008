import { readdirSync } from "node:fs";
import { createSandboxedProcessRunner } from "@countersign/adapters";
import { parseAnswer } from "@countersign/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AgentProcess, agentProcesses } from "./agent-processes.ts";
import { AGENTS, type Agent, SEARCH_PATH } from "./agents.ts";
import { answerAbout, askAgent, KEY, NONCE, reviewerOf, type Told } from "./ask-agent.ts";
import { HOSTILE_TREE, PLANTED } from "./hostile-tree.ts";
import type { ModelScript, Said } from "./model/said.ts";
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

/** An agent that would let its model write, if we did. */
async function refusesToWrite(agent: Agent, call: Said): Promise<void> {
  const { reply, requests } = await askAgent(agent, {
    directory: lab.directory,
    script: ({ calls }) => ({
      does: "say",
      said: calls === 0 ? call : { kind: "answer", text: answerAbout(lab.tree) },
    }),
  });

  expect(reply.ok).toBe(true);
  expect(requests.at(-1)?.raw).toMatch(/cancel|reject|denied|declined/i);
  expect(readdirSync(lab.directory)).not.toContain("planted");
}

describe.each(AGENTS)("$name reviews a commit", (agent) => {
  const brief = `Review this change. ${"A long brief. ".repeat(15_000)}The end of the brief.`;
  const seen: AgentProcess[] = [];
  const script: ModelScript = ({ calls }) => {
    seen.push(...agentProcesses());
    const last = { kind: "answer", text: answerAbout(lab.tree) } as const;
    return { does: "say", said: calls === 0 ? agent.look("src/total.ts") : last };
  };
  let told: Told;
  beforeAll(async () => {
    const all = await askAgent(agent, { directory: lab.directory, script, brief });
    // One agent also asks for a title of its session, with no tool to use.
    told = { ...all, requests: all.requests.filter(({ tools }) => tools.length > 0) };
  });

  it("is found with its version", async () => {
    const runner = agent.create({
      processes: createSandboxedProcessRunner(),
      credentials: { apiKey: KEY },
      searchPath: SEARCH_PATH,
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
    if (agent.counts) expect(reply.usage).toMatchObject({ inputTokens: 2_400, outputTokens: 160 });
  });

  it("gets the whole brief and looks into the tree with its own tool", () => {
    const [first, second] = told.requests;

    expect(told.requests).toHaveLength(2);
    expect(first?.raw).toContain("The end of the brief.");
    expect(first?.raw).not.toContain(LINE.slice(13));
    expect(second?.raw).toContain(LINE.slice(13));
  });

  it("cannot change the tree", async () => {
    if (agent.write !== undefined) return await refusesToWrite(agent, agent.write("planted"));
    expect(told.requests[0]?.tools).toEqual(expect.arrayContaining([...agent.tools]));
    expect(told.requests[0]?.tools).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^(?:Bash|Write|Edit|WebFetch|web_search|bash|write|edit|webfetch|write_file|replace|run_shell_command|create)$/,
        ),
      ]),
    );
    if (agent.id === "codex") expect(told.requests[1]?.raw).toContain("Read-only file system");
    expect(readdirSync(lab.directory)).not.toContain("planted");
  });

  it("has a network of its own, with no way out but the gateway", () => {
    expect(seen.length).toBeGreaterThan(0);
    for (const { isApart, interfaces, routes } of seen) {
      expect({ isApart, interfaces, routes }).toEqual({
        isApart: true,
        interfaces: ["lo"],
        routes: [],
      });
    }
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
