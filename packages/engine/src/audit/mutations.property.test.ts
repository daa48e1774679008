import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { times } from "../testing/times.ts";
import type { AuditRecord } from "./audit-record.ts";
import { createVerifier, type VerifyResult } from "./create-verifier.ts";
import { createSigningKey, makeExport } from "./testing/make-export.ts";
import { type Choose, MUTATIONS, mutate } from "./testing/mutate-export.ts";
import { sampleLogs } from "./testing/sample-logs.ts";

const TRIES = times(1_500);
const WHOLE = times(300);
const ORG = "acme";
const key = createSigningKey();
const logs = sampleLogs(3);
const { records, last } = await makeExport(key, ORG, logs, { step: 3, atMs: 1_000 });

function verify(file: readonly AuditRecord[], outside = last): VerifyResult {
  const verifier = createVerifier({ publicKey: key.publicKey, outside });
  for (const record of file) verifier.read(record);
  return verifier.finish();
}

/** A new number each time it is asked, from numbers that the property draws. */
function chooser(numbers: readonly number[]): Choose {
  let index = 0;
  return (below) => (numbers[index++ % numbers.length] ?? 0) % Math.max(1, below);
}

const numbers = fc.array(fc.nat(), { minLength: 6, maxLength: 6 });

describe(`a log that was changed, ${TRIES} times each`, () => {
  it.each(MUTATIONS)("is found out from the last seal outside: %s", async (mutation) => {
    // Whoever rewrites everything may even have our key: what is outside still tells.
    const forgers = [key, createSigningKey()];
    let found = 0;
    await fc.assert(
      fc.asyncProperty(numbers, fc.constantFrom(...forgers), async (drawn, forger) => {
        const forged = await mutate(mutation, { org: ORG, logs, records, forger }, chooser(drawn));
        const { problems } = verify(forged);
        expect(problems.length).toBeGreaterThan(0);
        found += 1;
      }),
      { numRuns: TRIES },
    );
    expect(found).toBe(TRIES);
  });
});

it(`passes when nobody has changed it, ${WHOLE} times`, async () => {
  const shape = fc.record({
    tasks: fc.integer({ min: 0, max: 8 }),
    step: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(shape, async ({ tasks, step }) => {
      const whole = await makeExport(key, ORG, sampleLogs(tasks), { step, atMs: 0 });
      expect(verify(whole.records, whole.last).problems).toEqual([]);
    }),
    { numRuns: WHOLE },
  );
});
