import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenServer, openMemoryWorld, openServer } from "./testing/open-server.ts";

describe("the address for webhooks of GitHub", () => {
  let server: OpenServer;
  const accepted: string[] = [];
  let isConnected = true;
  beforeAll(async () => {
    const { engine } = await openMemoryWorld();
    server = await openServer({
      ...engine,
      async acceptWebhook(headers, body) {
        if (!isConnected) return "not_connected";
        if (headers.get("x-hub-signature-256") !== "sha256=good") return "refused";
        accepted.push(Buffer.from(body).toString("latin1"));
        return "accepted";
      },
    });
  });
  afterAll(() => server.close());

  const post = async (body: string | Uint8Array<ArrayBuffer>, signature = "sha256=good") => {
    const headers = { "x-hub-signature-256": signature, "content-type": "application/json" };
    const url = new URL("/webhooks/github", server.url);
    return (await fetch(url, { method: "POST", headers, body })).status;
  };

  it("passes the raw bytes on without a credential, and does not parse them", async () => {
    const bytes = Uint8Array.of(0x7b, 0xff, 0x00, 0x20);

    expect(await post(bytes)).toBe(202);
    expect(accepted.at(-1)).toBe("{\u00ff\u0000 ");
  });

  it("refuses a wrong signature and a body above its limit", async () => {
    const before = accepted.length;

    expect(await post("{}", "sha256=bad")).toBe(401);
    expect(await post(new Uint8Array(5_000_001))).toBe(413);
    expect(accepted).toHaveLength(before);
  });

  it("does not exist without a connected forge", async () => {
    isConnected = false;

    expect(await post("{}")).toBe(404);
  });
});
