import { describe, expect, it } from "vitest";
import type { OutgoingRequest, SendResult } from "../egress/send.ts";
import { allowOneRequest } from "./allow-one-request.ts";

const ANSWER: SendResult = { ok: true, status: 200, headers: {}, body: Buffer.from("{}") };
const POST = { method: "POST", body: "{}", headers: { "x-api-key": "k" } };

function open(received: SendResult = ANSWER) {
  const sent: OutgoingRequest[] = [];
  const request = allowOneRequest({
    send: async (sending) => {
      sent.push(sending);
      return received;
    },
    who: "Ada",
    baseURL: "https://models.example/v1",
    rules: { loopback: false, privateHosts: [] },
    maxBytes: 10,
    signal: new AbortController().signal,
  });
  return { sent, request };
}

describe("allowOneRequest", () => {
  it("lets one request through and no second one", async () => {
    const { sent, request } = open();

    const response = await request.fetch("https://models.example/v1/ask", POST);
    await expect(request.fetch("https://models.example/v1/ask", POST)).rejects.toThrow("Only one");

    expect(await response.text()).toBe("{}");
    expect(request.failure()).toBeNull();
    expect(sent).toMatchObject([
      { address: "https://models.example/v1/ask", headers: { "x-api-key": "k" }, body: "{}" },
    ]);
  });

  it.each([
    "https://elsewhere.example/v1/ask",
    "https://models.example/v2/ask",
    "https://models.example/v1",
    "https://models.example/v1.evil.example/ask",
  ])("lets no request through to %s", async (address) => {
    const { sent, request } = open();

    await expect(request.fetch(address, POST)).rejects.toThrow("the model's own server");
    expect(sent).toEqual([]);
  });

  it("tells why there is no answer in its own words", async () => {
    const body = Buffer.from('{"error":{"message":"your key k is wrong"}}');
    const { request } = open({ ok: true, status: 401, headers: {}, body });

    await expect(request.fetch("https://models.example/v1/ask", POST)).rejects.toThrow();
    expect(request.failure()).toEqual({
      ok: false,
      reason: "Ada answered 401: it does not accept our key",
      again: "never",
      usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    });
  });
});
