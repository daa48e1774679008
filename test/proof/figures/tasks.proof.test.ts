import { afterAll, expect, inject, it } from "vitest";
import { printFigures } from "../../../packages/cli/src/testing/print-figures.ts";
import { benchServer } from "../../../packages/engine/src/testing/bench-server.ts";
import { sideBySide } from "../../../tools/bench/side-by-side.ts";
import { rateTasks, type TaskRate } from "./rate-tasks.ts";

const IS_CLOCK_ASSERTED = inject("scale") >= 10;
const [ROUNDS, SECONDS] = IS_CLOCK_ASSERTED ? [5, 20] : [1, 2];
/** The least share of the rate without proofs. */
const MIN_RATIO = 0.95;

const server = await benchServer();
afterAll(() => server.stop());

it("proofs slow complete tasks down by at most 5 %", async () => {
  const rates: Record<"with" | "without", TaskRate[]> = { with: [], without: [] };
  const slice = (kind: "with" | "without") => async () => {
    const name = `${kind}_${rates[kind].length}`;
    const hasProofs = kind === "with";
    const rate = await rateTasks(server, name, { seconds: SECONDS, hasProofs });
    rates[kind].push(rate);
    return rate.tasksPerSecond;
  };
  const { oursPerSecond, barePerSecond, ...compared } = await sideBySide(
    ROUNDS,
    slice("with"),
    slice("without"),
  );
  const perSecond = { withProofs: oursPerSecond, without: barePerSecond };
  printFigures("complete tasks per second with proofs ÷ without", { ...compared, ...perSecond });

  for (const { merges, proofs } of rates.with) expect(proofs).toBe(merges);
  for (const { merges, proofs } of rates.without) expect([merges > 0, proofs]).toEqual([true, 0]);
  if (IS_CLOCK_ASSERTED) expect(compared.ratio).toBeGreaterThanOrEqual(MIN_RATIO);
});
