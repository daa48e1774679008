import fc from "fast-check";
import { expect, it } from "vitest";
import { times } from "../testing/scale.ts";
import { missingCells, newMatrix } from "../testing/walk/matrix.ts";
import { drain, hostileText, plainText, replayed, walk } from "../testing/walk/walk.ts";

const STEPS_PER_WALK = 100;
const WALKS = times(10_000);

it("holds every invariant over random walks of seventeen actors, with every state and command met [R-007] [R-150] [C11] [H1] [H14]", {
  timeout: 0,
}, async ({ annotate }) => {
  const matrix = newMatrix();
  // A refusal is an error here, and its stack costs more than the step.
  Reflect.set(Error, "stackTraceLimit", 0);
  const seen = { walks: 0, ended: 0, decisions: 0, twins: 0 };

  fc.assert(
    fc.property(
      fc.array(fc.integer(), { minLength: STEPS_PER_WALK, maxLength: STEPS_PER_WALK }),
      (steps) => {
        const walked = walk(steps, plainText, matrix);
        seen.walks += 1;
        if (walked.ended) seen.ended += 1;
        if (seen.walks % 20 === 0) seen.decisions += replayed(walked);
        if (seen.walks % 20 === 1) {
          const twin = walk(steps, hostileText, null);
          if (twin.path.join() !== walked.path.join())
            throw new Error("I7: free text changed the path");
          seen.twins += 1;
        }
        drain(walked.world);
      },
    ),
    { numRuns: WALKS, endOnFailure: true },
  );

  await annotate("state × command, legal / refused", {
    contentType: "text/markdown",
    body: matrix.render(),
  });
  await annotate(`${matrix.total()} steps, ${JSON.stringify(seen)}`);
  expect(matrix.total()).toBeGreaterThanOrEqual(WALKS * STEPS_PER_WALK);
  expect(seen.ended / seen.walks).toBeGreaterThanOrEqual(0.3);
  const least = times(1_000);
  expect(missingCells(matrix, least - 3 * Math.sqrt(least))).toEqual([]);
});
