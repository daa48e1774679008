import { createHmac } from "node:crypto";
import type { Notification } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { hostileAddresses } from "../egress/testing/hostile-addresses.ts";
import type { Behave } from "../egress/testing/loopback-server.ts";
import { serversOfFile } from "../egress/testing/servers-of-file.ts";
import { sendWebhook } from "./send-webhook.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const AT = Date.UTC(2026, 10, 16, 12, 0, 0);
const NOTIFICATION: Notification = {
  id: "msg_1",
  person: "ana",
  title: "cs-1 is waiting for you",
  lines: ["Add a cart", "countersign task show cs-1"],
  items: [{ why: "your_turn", repo: "shop", task: { id: "cs-1", title: "Add a cart", round: 2 } }],
};

const receiver = serversOfFile();

const answer =
  (status: number, headers: Record<string, string> = {}): Behave =>
  (response) =>
    response.writeHead(status, headers).end();
const HERE = { hosts: ["127.0.0.1"] };
const post = (url: string, options: Parameters<typeof sendWebhook>[3] = HERE) =>
  sendWebhook({ url, secret: SECRET }, NOTIFICATION, AT, options);

describe("a webhook", () => {
  it("is a signed request that its receiver can verify", async () => {
    const { url, seen } = await receiver(answer(204));

    expect(await post(`${url}/hook?a=1`)).toEqual({ ok: true });
    const [request] = seen;
    const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
    const signed = `msg_1.${AT / 1_000}.${request?.body}`;
    expect(request?.path).toBe("/hook?a=1");
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": "msg_1",
      "webhook-timestamp": String(AT / 1_000),
      "webhook-signature": `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      type: "countersign.your_turn",
      timestamp: "2026-11-16T12:00:00.000Z",
      data: {
        person: "ana",
        title: NOTIFICATION.title,
        lines: NOTIFICATION.lines,
        items: NOTIFICATION.items,
      },
    });
  });

  it.each([
    [500, true],
    [429, true],
    [404, true],
    [410, false],
  ])("that is answered with %i may be sent again: %s", async (status, retry) => {
    const { url } = await receiver(answer(status));

    expect(await post(url)).toEqual({
      ok: false,
      retry,
      reason: `the receiver answered with status ${status}`,
    });
  });

  it("follows no redirect", async () => {
    const other = await receiver(answer(204));
    const { url } = await receiver(answer(302, { location: other.url }));

    expect(await post(url)).toMatchObject({ ok: false, retry: true });
    expect(other.connections()).toBe(0);
  });

  it("waits for its receiver for a bounded time", async () => {
    const { url } = await receiver(() => undefined);

    expect(await post(url, { ...HERE, timeoutMs: 50 })).toEqual({
      ok: false,
      retry: true,
      reason: "the receiver did not answer in time",
    });
  });

  it("without a usable secret is not sent", async () => {
    const { url, seen } = await receiver(answer(204));

    expect(await sendWebhook({ url, secret: "x" }, NOTIFICATION, AT, HERE)).toMatchObject({
      ok: false,
      retry: false,
    });
    expect(seen).toEqual([]);
  });
});

describe("the addresses of webhooks", () => {
  it("inside this machine and private networks are never connected to: 0 of 245 [SSRF corpus]", async () => {
    const server = await receiver(answer(204));
    const addresses = hostileAddresses(server.port);
    const resolve = async (host: string) => [
      { address: host.startsWith("metadata") ? "169.254.169.254" : "127.0.0.1", family: 4 },
    ];
    const results = await Promise.all(
      addresses.map((address) => post(address, { hosts: [], resolve, timeoutMs: 2_000 })),
    );

    expect(addresses.length).toBeGreaterThanOrEqual(200);
    expect(results.filter(({ ok }) => ok)).toEqual([]);
    expect(results.filter((result) => !result.ok && result.retry)).toEqual([]);
    expect(server.connections()).toBe(0);
  });

  it("are checked once more when they are looked up, and the checked address is the one that is used", async () => {
    const server = await receiver(answer(204));
    const looked: string[] = [];
    const resolve = async (host: string) => {
      looked.push(host);
      return [{ address: looked.length === 1 ? "10.0.0.9" : "127.0.0.1", family: 4 }];
    };
    const result = await post(`https://hooks.example:${server.port}/`, { hosts: [], resolve });

    expect(result).toMatchObject({ ok: false, retry: false });
    expect([looked, server.connections()]).toEqual([["hooks.example"], 0]);
  });

  it.each([
    [["127.0.0.1"], true],
    [["localhost"], false],
    [["hooks.example"], false],
    [[], false],
  ])("of this machine are used if the owner lists exactly that host: %j", async (hosts, ok) => {
    const { url } = await receiver(answer(204));

    expect((await post(url, { hosts })).ok).toBe(ok);
  });

  it("of a private host need TLS also if the owner lists it", async () => {
    const resolve = async () => [{ address: "10.0.0.9", family: 4 }];

    expect(await post("http://hooks.corp/", { hosts: ["hooks.corp"], resolve })).toEqual({
      ok: false,
      retry: false,
      reason: "the address must begin with https",
    });
  });
});
