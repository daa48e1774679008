import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type Behave, openLoopbackServer } from "../egress/testing/loopback-server.ts";
import { goodAnswer } from "../egress/testing/question.ts";
import { answerBody } from "./testing/answer-body.ts";
import { KEYS } from "./testing/keys.ts";

const PROGRAM = fileURLToPath(new URL("./testing/ask-once.ts", import.meta.url));
const FAR_AHEAD_MS = 3_600_000;

/** What a process says that only asks; it would live for an hour if its timer were left. */
async function askInProcess(behave: Behave, timeoutMs: number) {
  const server = await openLoopbackServer(behave);
  const args = [PROGRAM, "anthropic", `${server.url}/v1`, KEYS.anthropic, String(timeoutMs)];
  try {
    const env = { PATH: process.env.PATH ?? "", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" };
    const said = await promisify(execFile)(process.execPath, args, { env, timeout: 60_000 });
    return { ...JSON.parse(said.stdout), errors: said.stderr };
  } finally {
    await server.close();
  }
}

describe("a process that asks a model", () => {
  it("ends by itself after an answer, with its deadline an hour ahead", async () => {
    const good: Behave = (response) => response.end(answerBody("anthropic", goodAnswer()));
    const said = await askInProcess(good, FAR_AHEAD_MS);

    expect(said).toMatchObject({ reply: { ok: true }, left: [], errors: "" });
  });

  it("ends by itself after a server that never answers", async () => {
    const said = await askInProcess((response) => response.writeHead(200).write("{"), 1_000);

    expect(said).toMatchObject({ reply: { ok: false }, left: [], errors: "" });
  });

  it("does not keep an answer without end in memory", async () => {
    const part = "x".repeat(1_048_576);
    const endless: Behave = (response) => {
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on("drain", more);
      more();
    };
    const said = await askInProcess(endless, FAR_AHEAD_MS);

    expect(said).toMatchObject({ reply: { ok: false, again: "never" }, left: [], errors: "" });
    expect(said.rss).toBeLessThan(300_000_000);
  });
});
