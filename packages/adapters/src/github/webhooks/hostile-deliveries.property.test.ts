import { createHmac } from "node:crypto";
import type { ForgeHint } from "@countersign/engine";
import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { readWebhook } from "./read-webhook.ts";
import { officialExamples } from "./testing/official-examples.ts";
import { SAMPLE_APP, type SignedWebhook, signedWebhook } from "./testing/signed-webhook.ts";

const RUNS = Math.ceil(10_000 * inject("scale"));
const MAX_P99_MS = 50;
const SIGNATURE = "x-hub-signature-256";

/** One signed webhook of each official example, with the delivery id that GitHub would repeat. */
const CLEAN = officialExamples().map(({ event, payload }, index) =>
  signedWebhook(event, payload, `delivery-${index}`),
);

type Attack = (webhook: SignedWebhook, at: number) => SignedWebhook;

/** What can happen to a webhook on its way that must make us refuse it. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  missing: ({ headers, body }) => ({ headers: without(headers, SIGNATURE), body }),
  sha1: ({ headers, body }) => {
    const digest = createHmac("sha1", SAMPLE_APP.webhookSecret).update(body).digest("hex");
    const unsigned = without(headers, SIGNATURE);
    return { headers: unsigned.set("x-hub-signature", `sha1=${digest}`), body };
  },
  other_secret: ({ headers, body }) => {
    const digest = createHmac("sha256", "other").update(body).digest("hex");
    return { headers: new Map(headers).set(SIGNATURE, `sha256=${digest}`), body };
  },
  changed_byte: ({ headers, body }, at) => {
    const changed = Uint8Array.from(body);
    const index = at % body.length;
    changed[index] = (changed[index] ?? 0) ^ (1 << (at % 8));
    return { headers, body: changed };
  },
  cut: ({ headers, body }, at) => ({ headers, body: body.subarray(0, at % body.length) }),
  longer: ({ headers, body }) => ({ headers, body: Buffer.concat([body, Buffer.from(" ")]) }),
  other_body: ({ headers }, at) => ({ headers, body: otherThan(headers, at) }),
};

const step = fc.record({
  clean: fc.constantFrom(...CLEAN),
  attack: fc.option(fc.constantFrom(...Object.keys(ATTACKS)), { freq: 2 }),
  copies: fc.integer({ min: 1, max: 5 }),
  at: fc.nat(1_000_000),
});

it(`reads ${RUNS} deliveries with attacks, copies and another order as one clean pass does`, () => {
  const expected = new Map(CLEAN.map((one) => [deliveryOf(one), hintOf(one)]));
  const counts = { accepted: 0, refused: 0 };
  const times: number[] = [];

  fc.assert(
    fc.property(step, ({ clean, attack, copies, at }) => {
      const sent = attack === null ? clean : (ATTACKS[attack]?.(clean, at) ?? clean);
      for (let copy = 0; copy < copies; copy += 1) {
        const startedAt = performance.now();
        const hint = hintOf(sent);
        times.push(performance.now() - startedAt);
        expect(hint).toEqual(attack === null ? expected.get(deliveryOf(clean)) : null);
        counts[hint === null ? "refused" : "accepted"] += 1;
      }
    }),
    { numRuns: RUNS },
  );

  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity;
  expect(p99).toBeLessThan(MAX_P99_MS);
  expect(counts.accepted).toBeGreaterThan(RUNS / 5);
  expect(counts.refused).toBeGreaterThan(RUNS / 5);
});

function hintOf({ headers, body }: SignedWebhook): ForgeHint | null {
  return readWebhook(SAMPLE_APP, headers, body);
}

function deliveryOf({ headers }: SignedWebhook): string {
  return headers.get("x-github-delivery") ?? "";
}

function without(headers: ReadonlyMap<string, string>, name: string): Map<string, string> {
  return new Map([...headers].filter(([key]) => key !== name));
}

/** The body of another example. Two examples can be equal. */
function otherThan(headers: ReadonlyMap<string, string>, at: number): Uint8Array {
  const different = CLEAN.filter((one) => one.headers.get(SIGNATURE) !== headers.get(SIGNATURE));
  return different[at % different.length]?.body ?? new Uint8Array();
}
