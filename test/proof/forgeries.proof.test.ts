import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { times } from "../../packages/core/src/testing/scale.ts";
import { askOurs, askStranger, isFoundWithoutReplay } from "./lab/ask-verifiers.ts";
import { FORGERIES, forgeRepository } from "./lab/forge-repository.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-forged-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("has at least forty kinds of forgeries, each with another name", () => {
  const names = FORGERIES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(40);
});

/** The long version forges 1,000 repositories; where time is short, the stranger sees every fourth kind. */
const PER_KIND = times(1, 1) > 1 ? Math.ceil(1_000 / FORGERIES.length) : 1;
const kinds = FORGERIES.map((forgery, at) => ({ ...forgery, at }));

describe.each(kinds)("$name", (forgery) => {
  it(`is reported as ${forgery.problem}`, async () => {
    for (let round = 0; round < PER_KIND; round += 1) {
      const seed = 100 + forgery.at + 1_000 * round;
      const copy = join(folder, String(round));
      const { lab, root } = forgeRepository(forgery, seed, copy);
      const isCompared = PER_KIND > 1 || forgery.at % 4 === 0;
      const [ours, strangers] = await Promise.all([
        askOurs(copy, lab, root),
        isCompared ? askStranger(copy, root) : null,
      ]);
      expect({ seed, ...ours }).toMatchObject({
        problems: expect.arrayContaining([forgery.problem]),
      });
      expect(ours.result).not.toBe("proved");
      if (strangers === null) continue;
      expect({ seed, result: strangers.result, found: strangers.problems }).toMatchObject({
        ...{ seed, result: ours.unreplayed },
        found: expect.arrayContaining(
          isFoundWithoutReplay(forgery.problem) ? [forgery.problem] : [],
        ),
      });
    }
  });
});
