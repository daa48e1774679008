import { expect, it } from "vitest";
import { hostileAddresses } from "../egress/testing/hostile-addresses.ts";
import { serversOfFile } from "../egress/testing/servers-of-file.ts";
import { probeWebhook } from "./probe-webhook.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const HERE = { hosts: ["127.0.0.1"] };
const receiver = serversOfFile();

it("finds nothing wrong with a receiver that takes a connection, and sends it no request", async () => {
  const { url, seen } = await receiver((response) => response.end());

  expect(await probeWebhook({ url, secret: SECRET }, HERE)).toBeNull();
  expect(seen).toEqual([]);
});

it("names a receiver that nobody listens at", async () => {
  const server = await receiver((response) => response.end());
  await server.close();

  expect(await probeWebhook({ url: server.url, secret: SECRET }, HERE)).toBe(
    "its receiver cannot be reached",
  );
});

it.each([
  ["", "it has no secret"],
  ["short", "its secret is not 24 to 64 bytes in base64"],
])("names the secret %j", async (secret, reason) => {
  expect(await probeWebhook({ url: "https://example.com", secret }, { hosts: [] })).toBe(reason);
});

it("connects to no address that a webhook may not have", async () => {
  const resolve = async () => [{ address: "169.254.169.254", family: 4 }];
  const asked = { url: "https://hooks.example/x", secret: SECRET };
  expect(await probeWebhook(asked, { hosts: [], resolve })).toContain("no service may have");
  for (const url of hostileAddresses(9).slice(0, 20))
    expect(await probeWebhook({ url, secret: SECRET }, { hosts: [] }), url).not.toBeNull();
});
