import { parseAnswer } from "@countersign/core";
import { describe, expect, it } from "vitest";
import type { EgressRules } from "../egress/check-target.ts";
import { hostileAddresses } from "../egress/testing/hostile-addresses.ts";
import type { Behave } from "../egress/testing/loopback-server.ts";
import { makeCertificate } from "../egress/testing/make-certificate.ts";
import {
  goodAnswer,
  NONCE,
  questionFor,
  sampleReviewer,
  TREE,
} from "../egress/testing/question.ts";
import { serversOfFile } from "../egress/testing/servers-of-file.ts";
import { createHttpReviewerRunner, type HttpEndpoint } from "./create-http-reviewer-runner.ts";

const serve = serversOfFile();
const HERE: EgressRules = { loopback: true, privateHosts: [] };
const TOKEN = ["canary", "41d8"].join("-");
const reviewer = sampleReviewer({ id: "in-house", adapter: "http" });

function runnerAt(url: string, more: Partial<HttpEndpoint> = {}, rules: EgressRules | null = HERE) {
  const endpoints = new Map([["in-house", { url, token: TOKEN, ...more }]]);
  return createHttpReviewerRunner(rules === null ? { endpoints } : { endpoints, rules });
}

async function askOne(behave: Behave, timeoutMs = 30_000) {
  const server = await serve(behave);
  const reply = await runnerAt(`${server.url}/review`).ask(questionFor(reviewer, { timeoutMs }));
  await server.quiet();
  return { reply, server };
}

describe("a service that answers", () => {
  it("is asked with the brief and the form of the answer, and nothing of the tree", async () => {
    const { reply, server } = await askOne((response) => response.end(goodAnswer()));

    expect(reply).toEqual({
      ok: true,
      text: goodAnswer(),
      usage: null,
      durationMs: expect.any(Number),
      sandboxed: false,
    });
    const [seen] = server.seen;
    expect(seen).toMatchObject({
      path: "/review",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    });
    expect(JSON.parse(seen?.body ?? "")).toEqual({
      version: 1,
      reviewer: { id: "in-house", model: null, maxWords: 200, focusAreas: ["Security"] },
      brief: "Look at this change.",
      answerSchema: expect.objectContaining({ type: "object" }),
    });
    const text = reply.ok ? reply.text : "";
    expect(parseAnswer(text, { nonce: NONCE, tree: TREE, reviewer })).toMatchObject({ ok: true });
  });

  it.each([
    [{ input: "1200", output: "80", cost: "0.0125" }, [1_200, 80, 0.0125]],
    [{ input: "1200", output: "80" }, [1_200, 80, null]],
    [{ input: "-1", output: "8e9", cost: "free" }, null],
    [{ cost: "2" }, [0, 0, 2]],
  ])("says in headers what it used up: %j", async (said, expected) => {
    const headers = Object.entries(said).map(([name, value]) => [HEADERS[name] ?? "", value]);
    const { reply } = await askOne((response) =>
      response.writeHead(200, Object.fromEntries(headers)).end(goodAnswer()),
    );

    const { inputTokens, outputTokens, costUsd } = reply.usage ?? {};
    expect(reply.usage === null ? null : [inputTokens, outputTokens, costUsd]).toEqual(expected);
  });

  it("may have an authority of the company's own and an address of its network", async () => {
    const certificate = makeCertificate("localhost");
    const server = await serve((response) => response.end(goodAnswer()), { certificate });
    const url = `https://localhost:${server.port}/`;
    const inside = { loopback: false, privateHosts: ["localhost"] };
    const ca = certificate.cert;

    expect(await runnerAt(url, { ca }, inside).ask(questionFor(reviewer))).toMatchObject({
      ok: true,
    });
    expect(await runnerAt(url, {}, inside).ask(questionFor(reviewer))).toMatchObject({
      ok: false,
      again: "soon",
      reason: expect.stringMatching(/^in-house: it cannot prove who it is/),
    });
    expect(server.seen).toHaveLength(1);
  });

  it("needs no token where it has none", async () => {
    const server = await serve((response) => response.end(goodAnswer()));

    await runnerAt(server.url, { token: null }).ask(questionFor(reviewer));

    expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
  });
});

const HEADERS: Readonly<Record<string, string>> = {
  input: "countersign-input-tokens",
  output: "countersign-output-tokens",
  cost: "countersign-cost-usd",
};

describe("a service that gives no result", () => {
  const statuses: readonly [number, string, object][] = [
    [400, "in-house answered 400: it does not accept the request", { again: "never" }],
    [401, "in-house answered 401: it does not accept our key", { again: "never" }],
    [403, "in-house answered 403: our key may not do this", { again: "never" }],
    [302, "in-house answered 302: redirects are not followed", { again: "never" }],
    [202, "in-house answered 202", { again: "never" }],
    [429, "in-house answered 429: too many requests", { again: "soon", afterMs: 7_000 }],
    [500, "in-house answered 500: it failed", { again: "soon", afterMs: 7_000 }],
    [503, "in-house answered 503: it is not available", { again: "soon", afterMs: 7_000 }],
  ];

  it.each(statuses)("answers %i", async (status, reason, expected) => {
    const { reply } = await askOne((response, seen) =>
      response
        .writeHead(status, { location: "/else", "retry-after": "7" })
        .end(JSON.stringify(seen)),
    );

    const isTurnedAway = status >= 300 && status < 500;
    const usage = isTurnedAway ? { inputTokens: 0, outputTokens: 0, costUsd: 0 } : null;
    expect(reply).toMatchObject({ ok: false, reason, usage, ...expected });
    expect(JSON.stringify(reply)).not.toContain("canary");
  });

  const late = "in-house did not answer within 0.3 s";
  const cases: readonly [string, Behave, string, "soon" | "never"][] = [
    ["stalls", () => {}, late, "soon"],
    ["begins and stalls", (response) => response.writeHead(200).write("{"), late, "soon"],
    [
      "answers late",
      (response) => setTimeout(() => response.end(goodAnswer()), 1_500).unref(),
      late,
      "soon",
    ],
    ["says nothing", (response) => response.end(" \n"), "in-house: the answer is empty", "soon"],
    [
      "breaks off",
      (response, _, socket) => {
        response.writeHead(200, { "content-length": 500 }).write("{");
        setTimeout(() => socket.destroy(), 20);
      },
      "in-house: the connection was cut",
      "soon",
    ],
    [
      "says too much",
      (response) => {
        const part = "x".repeat(1_048_576);
        for (let i = 0; i < 50; i += 1) response.write(part);
      },
      "in-house: the answer is larger than 4194304 bytes",
      "never",
    ],
  ];

  it.each(cases)("%s", async (_, behave, reason, again) => {
    const { reply } = await askOne(behave, reason === late ? 300 : 30_000);

    expect(reply).toMatchObject({ ok: false, reason, again, usage: null });
  });

  it("answers with something else, which is judged like any answer", async () => {
    const { reply } = await askOne((response) => response.end("<html>Sign in</html>"));

    expect(reply).toMatchObject({ ok: true, text: "<html>Sign in</html>" });
    const text = reply.ok ? reply.text : "";
    expect(parseAnswer(text, { nonce: NONCE, tree: TREE, reviewer })).toMatchObject({ ok: false });
  });

  it("is not asked any more once the question was stopped", async () => {
    const controller = new AbortController();
    const server = await serve(() => controller.abort());
    const { signal } = controller;

    expect(await runnerAt(server.url).ask(questionFor(reviewer, { signal }))).toMatchObject({
      ok: false,
      reason: "in-house: it was stopped",
    });
    await server.quiet();
  });
});

describe("where a service may be", () => {
  it("is nowhere inside unless the owner says so: none of over 200 addresses", async () => {
    const trap = await serve((response) => response.end(goodAnswer()));
    const names = ["metadata", "localtest", "nip.io", "rebind", "xn--", "localhost."];
    // Names are looked up by the system, so that only those are tried that it knows by itself.
    const addresses = hostileAddresses(trap.port).filter(
      (address) => !names.some((name) => address.includes(name)),
    );

    for (const url of addresses) {
      const runner = runnerAt(url, {}, null);
      const reply = await runner.ask(questionFor(reviewer));
      expect({ url, ...reply }).toMatchObject({ url, ok: false, again: "never" });
      expect(JSON.stringify(reply)).not.toContain("canary");
    }

    expect(addresses.length).toBeGreaterThan(200);
    expect(trap.connections()).toBe(0);
  });

  it("is told by the owner alone", async () => {
    const runner = createHttpReviewerRunner({ endpoints: new Map() });
    const named = sampleReviewer({
      id: "in-house",
      adapter: "http",
      model: "https://evil.example/",
    });
    const reason = "No URL is configured for in-house";

    expect(await runner.ask(questionFor(named))).toMatchObject({
      ok: false,
      again: "never",
      reason,
    });
    expect(await runner.state(named)).toMatchObject({ ok: false, reason });
  });

  it("is known before anybody is asked", async () => {
    expect(await runnerAt("https://reviews.example:8443/x").state(reviewer)).toEqual({
      ok: true,
      version: "reviews.example:8443",
    });
    expect(await runnerAt("http://reviews.example/").state(reviewer)).toEqual({
      ok: false,
      reason: "in-house: the address must begin with https",
      hint: "Correct its address",
    });
    expect(await runnerAt("https://a.example/", { token: "canary\n" }).state(reviewer)).toEqual({
      ok: false,
      reason: "in-house: its token cannot be sent",
      hint: "A token is one line of letters, digits and signs",
    });
  });
});
