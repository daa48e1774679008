import { describe, expect, inject, it } from "vitest";
import { POLICY } from "../engine/open-engine.ts";
import { openSurfaces } from "./open-surfaces.ts";
import { type Outcome, SURFACES, type Surface } from "./surfaces.ts";

const lab = await openSurfaces({ ...POLICY, merge: { graceSeconds: 600 } });

/** How often each surface repeats a submission. */
const REPEATS = Math.max(2, Math.round(50 * Math.min(inject("scale"), 1)));
/** Milliseconds for all repeats on a busy machine. */
const MAX_MS = 1_200_000;
/** How many submissions run at the same time. */
const AT_ONCE = 12;

/** All surfaces as often as wanted, in an order that is the same in every run. */
function shuffled(times: number): Surface[] {
  const all = Array.from({ length: times }, () => SURFACES).flat();
  let state = 7;
  for (let index = all.length - 1; index > 0; index -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (index + 1);
    [all[index], all[other]] = [all[other] ?? "mcp", all[index] ?? "mcp"];
  }
  return all;
}

async function submitAll(directory: string, title: string): Promise<Outcome[]> {
  const waiting = shuffled(REPEATS);
  const outcomes: Outcome[] = [];
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      outcomes.push(await lab.submit(next, { directory, title: `${title} over ${next}` }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}

describe("the same submission over MCP, command line and hook", () => {
  it(
    "in any order and repeated under load is one task and one round",
    async () => {
      const outcomes = await submitAll(lab.worktree("repeated", { "job.txt": "1\n" }), "Repeated");
      const [first] = outcomes;

      expect(outcomes).toHaveLength(3 * REPEATS);
      expect(first).toMatchObject({ is: "taken", round: 1 });
      expect(outcomes).toEqual(outcomes.map(() => first));
      const task = first?.is === "taken" ? first.task : "";
      const { items } = await lab.client.listTasks({ branch: "repeated" });
      expect(items.map((line) => line.task)).toEqual([task]);
      const log = await lab.engine.log(lab.ana, task);
      expect(log.filter(({ event }) => event.type === "submitted")).toHaveLength(1);
    },
    MAX_MS,
  );

  it(
    "that is refused is refused in the same words each time, and opens no task",
    async () => {
      const outcomes = await submitAll(lab.worktree("empty"), "Empty");

      expect(new Set(outcomes.map((one) => (one.is === "refused" ? one.code : one.is)))).toEqual(
        new Set(["nothing_changed"]),
      );
      const sentence = "There is nothing to review: the work equals main";
      for (const one of outcomes)
        expect(one.is === "refused" ? one.sentence : "").toContain(sentence);
      expect((await lab.client.listTasks({ branch: "empty" })).items).toEqual([]);
    },
    MAX_MS,
  );
});
