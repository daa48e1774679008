import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReviewerAccess } from "./read-reviewer-access.ts";

let directory = "";
let file = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "countersign-access-"));
  file = join(directory, "reviewers.json");
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function write(text: string, mode = 0o600) {
  await writeFile(file, text);
  await chmod(file, mode);
}

describe("readReviewerAccess", () => {
  it("knows nobody without a file", async () => {
    expect(await readReviewerAccess(join(directory, "none.json"))).toEqual({
      models: {},
      logins: {},
      prices: {},
      agents: {},
      services: {},
      privateHosts: [],
      loopback: false,
    });
  });

  it("reads models, prices and services", async () => {
    const price = { inputPerMillion: 3, outputPerMillion: 15 };
    const models = { local: { apiKey: null, baseUrl: "http://127.0.0.1:11434/v1" } };
    const services = { "in-house": { url: "https://reviews.example/", token: "t" } };
    await write(JSON.stringify({ models, prices: { "anthropic/one": price }, services }));

    expect(await readReviewerAccess(file)).toMatchObject({
      models,
      prices: { "anthropic/one": price },
      services,
    });
  });

  it("reads programs that speak the Agent Client Protocol", async () => {
    const agents = { reader: { command: ["gemini", "--acp"], provider: "google" } };
    await write(JSON.stringify({ agents }));

    expect(await readReviewerAccess(file)).toMatchObject({
      agents: { reader: { ...agents.reader, env: {} } },
    });
  });

  it("refuses a file that others may read", async () => {
    await write("{}", 0o640);

    await expect(readReviewerAccess(file)).rejects.toThrow("holds keys and is open to others");
  });

  it.each([
    ["{", "is no JSON"],
    ["[]", "is not in its form"],
    ['{"models":{"openai":{"key":"canary"}}}', "is not in its form"],
    ['{"services":{"a":{"url":7,"token":"canary"}}}', "is not in its form"],
    ['{"agents":{"a":{"command":[],"provider":"canary"}}}', "is not in its form"],
    [
      '{"agents":{"a":{"command":["a"],"provider":"local","env":{"A;B":""}}}}',
      "is not in its form",
    ],
    [" ".repeat(1_100_000), "is too large"],
  ])("says what is wrong with %.40s, and quotes no key", async (text, message) => {
    await write(text);

    const error: unknown = await readReviewerAccess(file).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(message);
    expect(JSON.stringify(error)).not.toContain("canary");
  });
});
