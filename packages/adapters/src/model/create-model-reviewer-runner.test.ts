import { parseAnswer } from "@countersign/core";
import type { ReviewerAsk } from "@countersign/engine";
import { afterAll, describe, expect, it } from "vitest";
import {
  type Behave,
  type LoopbackServer,
  openLoopbackServer,
} from "../egress/testing/loopback-server.ts";
import {
  goodAnswer,
  NONCE,
  questionFor,
  sampleReviewer,
  TREE,
} from "../egress/testing/question.ts";
import {
  createModelReviewerRunner,
  type ModelReviewerOptions,
} from "./create-model-reviewer-runner.ts";
import { PROVIDERS, type Provider } from "./model-name.ts";
import { answerBody, PATHS } from "./testing/answer-body.ts";
import { FAILURES } from "./testing/failure-table.ts";
import { KEYS, MODELS } from "./testing/keys.ts";

function question(model: string, more: Partial<ReviewerAsk> = {}): ReviewerAsk {
  return questionFor(sampleReviewer({ model }), more);
}

const servers: LoopbackServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

async function open(behave: Behave) {
  const server = await openLoopbackServer(behave);
  servers.push(server);
  return server;
}

function runnerAt(url: string, provider: Provider, more: Partial<ModelReviewerOptions> = {}) {
  const reached = { apiKey: KEYS[provider], baseUrl: `${url}/v1` };
  return createModelReviewerRunner({ access: { [provider]: reached }, ...more });
}

/** What one question to a server that behaves like this brings. */
async function askOne(provider: Provider, behave: Behave, timeoutMs = 30_000) {
  const server = await open(behave);
  const runner = runnerAt(server.url, provider);
  const reply = await runner.ask(question(MODELS[provider], { timeoutMs }));
  await server.quiet();
  return { reply, server };
}

describe.each(PROVIDERS)("a good answer of %s", (provider) => {
  it("passes for an answer, with what it used up", async () => {
    const good: Behave = (response) => response.end(answerBody(provider, goodAnswer()));
    const { reply, server } = await askOne(provider, good);

    expect(reply).toEqual({
      ok: true,
      text: goodAnswer(),
      usage: { inputTokens: 1_200, outputTokens: 80, costUsd: null },
      durationMs: expect.any(Number),
      sandboxed: false,
    });
    const expected = { nonce: NONCE, tree: TREE, reviewer: sampleReviewer() };
    expect(parseAnswer(reply.ok ? reply.text : "", expected)).toMatchObject({
      ok: true,
      answer: { opinion: "approved" },
    });
    expect(server.seen.map(({ path }) => path)).toEqual([PATHS[provider]]);
  });

  it("was asked for in the form of the schema, without tools", async () => {
    const good: Behave = (response) => response.end(answerBody(provider, goodAnswer()));
    const { server } = await askOne(provider, good);
    const body = server.seen[0]?.body ?? "";
    const asked = JSON.parse(body);

    expect(body).toContain("Look at this change.");
    expect(body).toContain('"satisfiedWhen"');
    expect(body).not.toMatch(/"(?:pattern|minimum|maximum|maxItems|const|\$schema)"/);
    expect(asked).not.toHaveProperty("tools");
    // The model of OpenAI that is asked here reasons, and takes none.
    expect(body.includes('"temperature":0')).toBe(provider !== "openai");
    expect(asked.stream).not.toBe(true);
    expect(asked.store).not.toBe(true);
    expect(body).not.toContain(KEYS[provider]);
    expect(JSON.stringify(server.seen[0]?.headers)).toContain(KEYS[provider]);
  });

  it("costs what the owner's table of prices says", async () => {
    const server = await open((response) => response.end(answerBody(provider, goodAnswer())));
    const prices = { [MODELS[provider]]: { inputPerMillion: 5, outputPerMillion: 25 } };
    const runner = runnerAt(server.url, provider, { prices });

    const reply = await runner.ask(question(MODELS[provider]));

    expect(reply.usage?.costUsd).toBeCloseTo(0.008, 10);
  });
});

describe("a model that knows no schemas", () => {
  it("answers by a form that it must fill in", async () => {
    const content = [{ type: "tool_use", id: "t", name: "json", input: JSON.parse(goodAnswer()) }];
    const body = JSON.parse(answerBody("anthropic", ""));
    const server = await open((response) =>
      response.end(JSON.stringify({ ...body, content, stop_reason: "tool_use" })),
    );

    const runner = runnerAt(server.url, "anthropic");
    const reply = await runner.ask(question("anthropic/claude-3-haiku-20240307"));

    expect(reply).toMatchObject({ ok: true, text: goodAnswer() });
    expect(JSON.parse(server.seen[0]?.body ?? "")).toMatchObject({
      tools: [{ name: "json" }],
      tool_choice: { type: "any" },
    });
  });

  it("gives no result when it asks for something else", async () => {
    const content = [{ type: "tool_use", id: "t", name: "bash", input: { command: "ls" } }];
    const body = JSON.parse(answerBody("anthropic", ""));
    const { reply } = await askOne("anthropic", (response) =>
      response.end(JSON.stringify({ ...body, content, stop_reason: "tool_use" })),
    );

    expect(reply).toMatchObject({
      ok: false,
      reason: "Anthropic: the model asked for tools, and it has none",
    });
  });
});

const USAGE = {
  unknown: null,
  nothing: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
  all: { inputTokens: 1_200, outputTokens: 80, costUsd: null },
};

describe.each(PROVIDERS)("no result of %s", (provider) => {
  it.each(FAILURES)("comes of $of, with a reason and no key in it", async (failure) => {
    const { again, reason, afterMs, used = "unknown" } = failure;
    const { reply } = await askOne(provider, failure.behave(provider), failure.timeoutMs);

    expect(reply).toMatchObject({ ok: false, again, sandboxed: false });
    expect(reply.ok ? null : reply.reason).toMatch(reason);
    expect(reply.ok ? null : reply.afterMs).toBe(afterMs);
    expect(reply.usage).toEqual(USAGE[used]);
    expect(JSON.stringify(reply)).not.toContain("canary");
  });

  it("comes of an answer that breaks the schema, once it is judged", async () => {
    const wrong = JSON.stringify({ completed: true, nonce: "another", verdict: "approved" });
    const { reply } = await askOne(provider, (response) =>
      response.end(answerBody(provider, wrong)),
    );

    const expected = { nonce: NONCE, tree: TREE, reviewer: sampleReviewer() };
    expect(reply).toMatchObject({ ok: true, text: wrong });
    expect(parseAnswer(wrong, expected)).toEqual({
      ok: false,
      reason: "the answer does not echo the nonce",
    });
  });

  it("comes of a question that was stopped", async () => {
    const controller = new AbortController();
    const server = await open(() => controller.abort());
    const runner = runnerAt(server.url, provider);
    const { signal } = controller;

    const reply = await runner.ask(question(MODELS[provider], { signal }));

    expect(reply).toMatchObject({ ok: false, again: "soon" });
    expect(reply.ok ? null : reply.reason).toMatch(/: it was stopped$/);
    await server.quiet();
  });

  it("comes of a server that is not there, and of one that was not set up", async () => {
    const server = await openLoopbackServer(() => {});
    await server.close();
    const asked = question(MODELS[provider]);

    expect(await runnerAt(server.url, provider).ask(asked)).toMatchObject({
      ok: false,
      again: "soon",
      reason: expect.stringMatching(/: no server listens there$/),
      usage: USAGE.nothing,
    });
    expect(await createModelReviewerRunner({ access: {} }).ask(asked)).toMatchObject({
      ok: false,
      again: "never",
      reason: expect.stringMatching(/ is not set up$/),
      usage: USAGE.nothing,
    });
  });
});

describe("the state of a model reviewer", () => {
  const access = { anthropic: { apiKey: "canary-key" } };

  it("is good when its model can be asked", async () => {
    const runner = createModelReviewerRunner({ access });

    expect(await runner.state(sampleReviewer({ model: "anthropic/claude-one" }))).toEqual({
      ok: true,
      version: "anthropic/claude-one",
    });
  });

  it.each([
    null,
    "claude",
    "anthropic/ ",
    "mistral/one",
    "google/../x",
    "google/a?key=b",
    "local//",
  ])("is bad for the model %j", async (model) => {
    const runner = createModelReviewerRunner({ access });
    const state = await runner.state(sampleReviewer({ model }));

    expect(state).toEqual({
      ok: false,
      reason: "The reviewer names no model that can be asked",
      hint: "Name it as anthropic/…, openai/…, google/… or local/…",
    });
  });

  it.each([
    [{ apiKey: null }, "Anthropic: there is no key that can be sent"],
    [{ apiKey: "" }, "Anthropic: there is no key that can be sent"],
    [{ apiKey: "canary\n" }, "Anthropic: there is no key that can be sent"],
    [
      { apiKey: "canary", baseUrl: "http://models.example/v1" },
      "Anthropic: the address must begin with https",
    ],
    [
      { apiKey: "canary", baseUrl: "https://169.254.169.254/" },
      "Anthropic: the host has an address that no service may have",
    ],
    [
      { apiKey: "canary", baseUrl: "https://10.0.0.1/" },
      "Anthropic: the host has an address of a private network",
    ],
  ])("is bad when it is reached by %j", async (anthropic, reason) => {
    const runner = createModelReviewerRunner({ access: { anthropic } });

    expect(await runner.state(sampleReviewer({ model: "anthropic/one" }))).toMatchObject({
      ok: false,
      reason,
    });
    const reply = await runner.ask(question("anthropic/one"));
    expect(reply).toMatchObject({ ok: false, again: "never", reason });
    expect(JSON.stringify(reply)).not.toContain("canary");
  });

  it.each([
    [{ apiKey: "k" }, false],
    [{ apiKey: "k", baseUrl: "https://gateway.example/v1" }, true],
  ])("lets an address be this machine only if the owner wrote it: %j", async (one, loopback) => {
    const rules: unknown[] = [];
    const runner = createModelReviewerRunner({
      access: { anthropic: one },
      privateHosts: ["gateway.example"],
      send: async (sending) => {
        rules.push(sending.rules);
        return { ok: false, why: "cut", reason: "the connection was cut" };
      },
    });
    await runner.ask(question("anthropic/one"));

    expect(rules).toEqual([{ loopback, privateHosts: ["gateway.example"] }]);
  });

  it("needs no key for a local server", async () => {
    const good: Behave = (response) => response.end(answerBody("local", goodAnswer()));
    const server = await open(good);
    const local = { apiKey: null, baseUrl: `${server.url}/v1/` };
    const runner = createModelReviewerRunner({ access: { local } });

    expect(await runner.ask(question("local/qwen/coder:30b"))).toMatchObject({ ok: true });
    expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
    expect(JSON.parse(server.seen[0]?.body ?? "")).toMatchObject({ model: "qwen/coder:30b" });
  });
});
