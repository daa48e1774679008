import { createServer, type IncomingMessage } from "node:http";
import { createClient } from "@countersign/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const requests: IncomingMessage[] = [];
/** How many requests the server still ends without an answer. */
let closing = 0;
let baseUrl = "";

const server = createServer((request, response) => {
  requests.push(request);
  if (closing > 0) {
    closing -= 1;
    request.socket.destroy();
  } else response.writeHead(418).end();
});

beforeEach(async () => {
  requests.length = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

describe("a connection that is closed in the moment in which it is used", () => {
  it("is opened again, and a command keeps its key", async () => {
    closing = 1;
    const client = createClient({ baseUrl, token: "t" });
    const body = { round: 1, tree: "a".repeat(40) };
    await expect(client.approve({ task: "cs-1", body })).rejects.toThrow("status 418");

    const keys = requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it("is opened again once", async () => {
    closing = 9;
    const client = createClient({ baseUrl, token: "t" });
    await expect(client.showTask({ task: "cs-1" })).rejects.toThrow("does not answer");
    expect(requests).toHaveLength(2);
  });

  it("does not delete twice", async () => {
    closing = 9;
    const client = createClient({ baseUrl, token: "t" });
    await expect(client.removeRepository({ repo: "shop" })).rejects.toThrow("does not answer");
    expect(requests).toHaveLength(1);
  });
});
