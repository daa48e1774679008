import { describe, expect, it } from "vitest";
import { askWithTimeout, type HttpReply } from "./ask-with-timeout.ts";
import { questionFor, sampleReviewer } from "./testing/question.ts";

const usage = { inputTokens: 7, outputTokens: 3, costUsd: 0.5 };
const good: HttpReply = { ok: true, text: "fine", usage };

describe("askWithin", () => {
  it("gives what was said in time", async () => {
    const reply = await askWithTimeout("Ada", questionFor(sampleReviewer()), async () => good);

    expect(reply).toMatchObject({ ok: true, text: "fine", usage, sandboxed: false });
  });

  it("gives no result for what was said too late, however good, and counts what it cost", async () => {
    const ask = questionFor(sampleReviewer(), { timeoutMs: 100 });
    const reply = await askWithTimeout("Ada", ask, async ({ signal }) => {
      while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1));
      return good;
    });

    expect(reply).toMatchObject({
      ok: false,
      reason: "Ada did not answer within 0.1 s",
      again: "soon",
      usage,
    });
    expect(reply).not.toHaveProperty("text");
  });

  it("gives no result for what nobody waits for any more", async () => {
    const controller = new AbortController();
    const ask = questionFor(sampleReviewer(), { signal: controller.signal });
    const reply = await askWithTimeout("Ada", ask, async () => {
      controller.abort();
      return good;
    });

    expect(reply).toMatchObject({ ok: false, reason: "Ada: it was stopped", usage });
  });
});
