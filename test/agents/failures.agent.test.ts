import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAnswer } from "@countersign/core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { agentProcesses, commandLines } from "./agent-processes.ts";
import { AGENTS, type Agent } from "./agents.ts";
import { answerAbout, askAgent, KEY, NONCE, reviewerOf } from "./ask-agent.ts";
import type { ModelReply } from "./model/said.ts";

const TREE = "a".repeat(40);
/** How long each program took to fail at once, which is mostly its start: a slow machine starts slowly. */
const startMs = new Map<string, number>();

/** Long enough for a program to have asked its model. */
function stallMs({ id }: Agent): number {
  return Math.round(Math.min(Math.max(15_000, 3 * (startMs.get(id) ?? 0)), 150_000));
}

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "failures-"));
  writeFileSync(join(directory, "file.txt"), "words");
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

afterEach(() => {
  expect(commandLines()).toEqual([]);
});

type Failure = {
  when: string;
  reply(agent: Agent): ModelReply;
  reason: RegExp;
  again: "soon" | "never";
  afterMs?: number;
  timeoutMs?(agent: Agent): number;
};

const refuse = (status: number, headers = {}): ModelReply => ({ does: "refuse", status, headers });
const answer = { kind: "answer", text: answerAbout(TREE) } as const;

const FAILURES: readonly Failure[] = [
  {
    when: "the key is not accepted",
    reply: () => refuse(401),
    reason: /model server answered 401: it does not accept our key$/,
    again: "never",
  },
  {
    when: "there were too many requests",
    reply: () => refuse(429, { "retry-after": "7" }),
    reason: /model server answered 429: too many requests$/,
    again: "soon",
    afterMs: 7_000,
  },
  {
    when: "the model server fails",
    reply: () => refuse(500),
    reason: /model server answered 500: it failed$/,
    again: "soon",
  },
  {
    when: "the model server says nothing",
    reply: () => ({ does: "stall" }),
    reason: /did not answer within [\d.]+ (?:s|min); its model server had not answered$/,
    again: "soon",
    timeoutMs: stallMs,
  },
  {
    when: "the answer has another form",
    reply: () => ({ does: "say", said: { kind: "answer", text: '{"verdict":"approved"}' } }),
    reason: /did not answer in the form that was asked for$/,
    again: "soon",
  },
  {
    when: "the answer breaks off on the way",
    reply: () => ({ does: "say", said: answer, cutAfter: 3 }),
    reason: /model server broke off in the middle of an answer$/,
    again: "soon",
  },
  {
    when: "the model stops in the middle of the answer",
    reply: () => ({ does: "say", said: { kind: "text", text: '{"comp', stop: "length" } }),
    reason:
      /(?:exceeded the \d+ output token maximum|reason: max_output_tokens|in the form that was asked for)/,
    again: "soon",
  },
  {
    when: "the answer has 50 MB",
    reply: () => ({ does: "flood", bytes: 50_000_000 }),
    reason: /model server answered with more than 16777216 bytes$/,
    again: "never",
  },
  {
    when: "the model only talks",
    reply: () => ({ does: "say", said: { kind: "text", text: "Looks good to me, approved." } }),
    reason: /(?:ended without an answer|did not answer in the form that was asked for)$/,
    again: "soon",
  },
];

/** False for one that is gone already: ending one may end the others. */
function end(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

describe.each(AGENTS)("$name has no result", (agent) => {
  it.each(FAILURES)("when $when", async ({ reply: does, reason, again, afterMs, timeoutMs }) => {
    const began = performance.now();

    const { reply, requests } = await askAgent(agent, {
      directory,
      script: () => does(agent),
      timeoutMs: timeoutMs?.(agent) ?? 150_000,
    });
    if (!startMs.has(agent.id)) startMs.set(agent.id, performance.now() - began);

    expect(reply).toMatchObject({ ok: false, again, sandboxed: true });
    expect(reply).toHaveProperty("reason", expect.stringMatching(reason));
    expect(reply).toHaveProperty("reason", expect.stringContaining(agent.name));
    if (afterMs !== undefined) expect(reply).toHaveProperty("afterMs", afterMs);
    expect(requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(reply)).not.toContain(KEY);
  });

  it("when it is stopped in the middle", async () => {
    const stop = new AbortController();

    const { reply } = await askAgent(agent, {
      directory,
      script: () => {
        setTimeout(() => stop.abort(), 100);
        return { does: "stall" };
      },
      signal: stop.signal,
    });

    expect(reply).toMatchObject({ ok: false, reason: `${agent.name}: it was stopped` });
  });

  it("when its program is killed in the middle", async () => {
    const killed: number[] = [];

    const { reply } = await askAgent(agent, {
      directory,
      script: () => {
        for (const { pid } of agentProcesses()) if (end(pid)) killed.push(pid);
        return { does: "stall" };
      },
    });

    expect(killed.length).toBeGreaterThan(0);
    expect(reply).toMatchObject({
      ok: false,
      reason: `${agent.name} was ended from outside`,
      again: "soon",
    });
  });

  it("when an answer for another question is given, which is whole and is read as none", async () => {
    const { reply } = await askAgent(agent, {
      directory,
      script: () => ({ does: "say", said: answer }),
    });

    const expected = { nonce: `${NONCE}-other`, tree: TREE, reviewer: reviewerOf(agent) };
    expect(parseAnswer(reply.ok ? reply.text : "", expected)).toEqual({
      ok: false,
      reason: "the answer does not echo the nonce",
    });
  });
});
