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
import { createModelReviewerRunner } from "./create-model-reviewer-runner.ts";
import { PROVIDERS, type Provider } from "./model-name.ts";
import { answerBody } from "./testing/answer-body.ts";
import { KEYS, MODELS } from "./testing/keys.ts";

const RUNS = Math.ceil(100_000 * inject("scale"));
const PIECES = [
  '"',
  "{",
  "[",
  "]}",
  "\0",
  "\\u0000",
  "null",
  "-1",
  "1e999",
  "__proto__",
  "tool_use",
];

/** A value somewhere in a body, counted from the start. */
type Swap = { at: number; value: unknown };
type Edit = { at: number; drop: number; put: string };

const swaps = fc.record({ at: fc.nat(40), value: fc.jsonValue({ maxDepth: 3 }) });
const edits = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(20),
  put: fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 5 })),
});

/** Nearly right, or anything at all. */
function hostileBody(provider: Provider): fc.Arbitrary<string> {
  const good = answerBody(provider, goodAnswer());
  return fc.oneof(
    { weight: 5, arbitrary: swaps.map((one) => swap(good, one)) },
    { weight: 3, arbitrary: fc.array(edits, { maxLength: 3 }).map((list) => edit(good, list)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    { weight: 1, arbitrary: fc.json().map((text) => answerBody(provider, text)) },
  );
}

function swap(body: string, { at, value }: Swap): string {
  let seen = -1;
  return JSON.stringify(JSON.parse(body), (_, old: unknown) => {
    seen += 1;
    return seen === at ? value : old;
  });
}

function edit(body: string, list: readonly Edit[]): string {
  return list.reduce((text, { at, drop, put }) => {
    const from = Math.floor(at * text.length);
    return text.slice(0, from) + put + text.slice(from + drop);
  }, body);
}

/** One library takes five times as long as the others, and so comes up less often. */
const quick = PROVIDERS.filter((name) => name !== "local");
const providers = fc.constantFrom(...PROVIDERS, ...quick, ...quick);

const question = providers.chain((provider) =>
  fc.record({
    provider: fc.constant(provider),
    body: hostileBody(provider),
    status: fc.oneof(
      { weight: 9, arbitrary: fc.constant(200) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 999 }) },
    ),
    headers: fc.dictionary(fc.constantFrom("retry-after", "content-type", "x"), fc.string()),
  }),
);

it(`gives a text to judge or a reason, whatever a server answers (${RUNS} times)`, async () => {
  const counts = { texts: 0, reasons: 0, answers: 0 };
  const asked = questionFor(sampleReviewer());
  const expected = { nonce: NONCE, tree: TREE, reviewer: sampleReviewer() };

  await fc.assert(
    fc.asyncProperty(question, async ({ provider, body, status, headers }) => {
      const send = async () => ({ ok: true as const, status, headers, body: Buffer.from(body) });
      const baseUrl = "http://127.0.0.1:1/v1";
      const access = { [provider]: { apiKey: KEYS[provider], baseUrl } };
      const runner = createModelReviewerRunner({ access, send });

      const reply = await runner.ask({
        ...asked,
        reviewer: sampleReviewer({ model: MODELS[provider] }),
      });

      if (!reply.ok) {
        expect(reply.reason).toMatch(/^(?:Anthropic|OpenAI|Google|The local model server)[: ]./);
        expect(reply.reason).not.toContain("canary");
        counts.reasons += 1;
        return;
      }
      expect(status).toBe(200);
      expect(reply.text).toBeTypeOf("string");
      expect(reply.text.trim()).not.toBe("");
      counts.texts += 1;
      const judged = parseAnswer(reply.text, expected);
      if (judged.ok) counts.answers += 1;
    }),
    { numRuns: RUNS },
  );

  expect(counts.texts).toBeGreaterThan(RUNS / 20);
  expect(counts.reasons).toBeGreaterThan(RUNS / 20);
  expect(counts.answers).toBeGreaterThan(0);
});
