import { describe, expect, it } from "vitest";
import { contract } from "../routes/contract.ts";
import { createClient } from "./create-client.ts";

type Answered = { status?: number; body: string };

/** A client whose requests are noted and answered by hand. */
function clientOf(answer: Answered | Error, token?: string) {
  const sent: { url: string; init: RequestInit }[] = [];
  const client = createClient({
    baseUrl: "http://127.0.0.1:4711",
    token,
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      if (answer instanceof Error) throw answer;
      return new Response(answer.body, { status: answer.status ?? 200 });
    },
  });
  return { client, sent };
}

const SHOWN = { round: 1, tree: "a".repeat(40) };

const ANSWER = JSON.stringify({
  task: "cs-1",
  seq: 1,
  state: "open",
  round: null,
  turn: { holder: "agent", who: null },
  events: [],
});

describe("createClient", () => {
  it("has a method for every route of the contract, and the stream", () => {
    const { client } = clientOf({ body: "" });

    expect(Object.keys(client).toSorted()).toEqual(
      [...Object.keys(contract), "events", "heads"].toSorted(),
    );
  });

  it("writes path and query as the contract says, and keeps the token out of the address", async () => {
    const { client, sent } = clientOf({ body: '{"items":[],"next":null}' }, "cs_secret");

    await client.listTasks({ state: ["open", "held"], limit: 5 });

    expect(sent[0]?.url).toBe("http://127.0.0.1:4711/v1/tasks?state=open%2Cheld&limit=5");
    expect(new Headers(sent[0]?.init.headers).get("authorization")).toBe("Bearer cs_secret");
    expect(sent[0]?.init).toMatchObject({ method: "GET", body: null, redirect: "error" });
  });

  it("refuses what cannot be part of an address before it is sent", async () => {
    const { client, sent } = clientOf({ body: ANSWER });

    await expect(client.showTask({ task: "../tokens" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(client.listTasks({ limit: 0 })).rejects.toMatchObject({ code: "invalid_input" });
    expect(sent).toEqual([]);
  });

  it("sends a body with every POST and a new key with each, unless one is given", async () => {
    const { client, sent } = clientOf({ body: ANSWER });

    await client.undo({ task: "cs-1", body: SHOWN });
    await client.undo({ task: "cs-1", body: SHOWN });
    await client.undo({ task: "cs-1", body: SHOWN, key: "mine" });

    const keys = sent.map(({ init }) => new Headers(init.headers).get("idempotency-key"));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe("mine");
    expect(sent.map(({ init }) => init.body)).toEqual(
      Array.from({ length: 3 }, () => JSON.stringify(SHOWN)),
    );
    expect(new Headers(sent[0]?.init.headers).get("content-type")).toBe("application/json");
  });

  it("throws what the engine refused, with code, hint and details", async () => {
    const error = {
      code: "stale_round",
      message: "cs-1 is at round 2",
      hint: "Look again.",
      docs: null,
      retryable: false,
      details: { round: 2 },
    };
    const { client } = clientOf({ status: 409, body: JSON.stringify({ error }) });

    await expect(client.undo({ task: "cs-1", body: SHOWN })).rejects.toMatchObject({
      name: "CountersignError",
      code: "stale_round",
      message: "cs-1 is at round 2",
      hint: "Look again.",
      details: { round: 2 },
    });
  });

  it.each([
    ["no answer", new TypeError("fetch failed"), "unreachable"],
    ["a late answer", new DOMException("late", "TimeoutError"), "timed_out"],
    ["a proxy's failure", { status: 502, body: "<html>" }, "unreachable"],
    ["another program's refusal", { status: 404, body: "nothing here" }, "internal"],
    ["a code it does not know", { status: 418, body: '{"error":{"code":"teapot"}}' }, "internal"],
    ["a success that is no JSON", { body: "<html>" }, "internal"],
    ["a success of another shape", { body: '{"task":7}' }, "internal"],
  ])("throws a refusal for %s", async (_, answer, code) => {
    const { client } = clientOf(answer);

    await expect(client.undo({ task: "cs-1", body: SHOWN })).rejects.toMatchObject({ code });
  });

  it("understands an answer with fields that came later", async () => {
    const { client } = clientOf({ body: JSON.stringify({ ...JSON.parse(ANSWER), later: 1 }) });

    expect(await client.undo({ task: "cs-1", body: SHOWN })).toEqual(JSON.parse(ANSWER));
  });
});
