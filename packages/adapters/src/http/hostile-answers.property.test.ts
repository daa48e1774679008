import { parseAnswer } from "@countersign/core";
import fc from "fast-check";
import { expect, inject, it } from "vitest";
import {
  goodAnswer,
  NONCE,
  questionFor,
  sampleReviewer,
  TREE,
} from "../egress/testing/question.ts";
import { createHttpReviewerRunner } from "./create-http-reviewer-runner.ts";

const RUNS = Math.ceil(100_000 * inject("scale"));
const NAMES = ["retry-after", "countersign-input-tokens", "countersign-cost-usd", "x"] as const;

const answers = fc.record({
  status: fc.oneof(fc.constant(200), fc.integer({ min: 100, max: 999 })),
  headers: fc.dictionary(
    fc.constantFrom(...NAMES),
    fc.oneof(fc.string(), fc.float().map(String), fc.nat().map(String)),
  ),
  body: fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc.constant(Buffer.from(goodAnswer())),
  ),
});

it(`gives a text to judge or a reason, whatever a service answers (${RUNS} times)`, async () => {
  const reviewer = sampleReviewer({ id: "in-house", adapter: "http" });
  const endpoints = new Map([["in-house", { url: "https://a.example/", token: "canary-token" }]]);
  const question = questionFor(reviewer);
  const counts = { texts: 0, reasons: 0, answers: 0 };

  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      const send = async () => ({ ok: true as const, ...answer });
      const reply = await createHttpReviewerRunner({ endpoints, send }).ask(question);

      const { inputTokens = 0, outputTokens = 0, costUsd = 0 } = reply.usage ?? {};
      expect(Math.min(inputTokens, outputTokens, costUsd ?? 0)).toBeGreaterThanOrEqual(0);
      if (!reply.ok) {
        expect(reply.reason).toMatch(/^in-house(?: answered \d{3}|: the answer is empty)/);
        expect(reply.afterMs ?? 0).toBeLessThanOrEqual(3_600_000);
        counts.reasons += 1;
        return;
      }
      expect(answer.status).toBe(200);
      counts.texts += 1;
      if (parseAnswer(reply.text, { nonce: NONCE, tree: TREE, reviewer }).ok) counts.answers += 1;
    }),
    { numRuns: RUNS },
  );

  expect(counts.texts).toBeGreaterThan(RUNS / 10);
  expect(counts.reasons).toBeGreaterThan(RUNS / 10);
  expect(counts.answers).toBeGreaterThan(0);
});
