import { afterAll, beforeAll, expect, it } from "vitest";
import { type DayLab, openDayLab } from "./day-lab.ts";
import type { Json } from "./project.ts";
import { PROJECT } from "./project.ts";
import { DAY_AGENTS, MCP_CALLS, runWorker } from "./sessions.ts";
import { createSprintWorker } from "./sprint-worker.ts";

const { claude, codex } = DAY_AGENTS;
const TASKS = process.env.DEEP === "1" ? 20 : 8;
const CHOSEN = TASKS / 2;

let lab: DayLab;
beforeAll(async () => {
  lab = await openDayLab(PROJECT);
});
afterAll(async () => {
  await lab?.close();
});

it("two agents work the tasks of a sprint alone, one after the other, until it ends [R-178] [R-025]", async () => {
  await lab.type("countersign init --yes --commit");
  const directories = {
    claude: await lab.addWorktree("claude"),
    codex: await lab.addWorktree("codex"),
  };
  for (let number = 1; number <= TASKS; number += 1)
    await lab.type(`countersign task add 'Job ${number}' --accept 'it is named'`);
  const all: Json[] = await lab.tasks();
  const chosen = all.filter((_, index) => index % 2 === 0).map(({ task }) => String(task));
  await lab.type(`countersign sprint start ${chosen.join(" ")} --tasks ${CHOSEN}`);

  const workers = {
    claude: createSprintWorker(claude, MCP_CALLS.claude, directories.claude, "next"),
    codex: createSprintWorker(codex, MCP_CALLS.codex, directories.codex, "stop_hook"),
  };
  const prompt = "Work on what is assigned to you.";
  await Promise.all([
    runWorker(claude, lab.at(directories.claude), prompt, workers.claude.script),
    runWorker(codex, lab.at(directories.codex), prompt, workers.codex.script),
  ]);

  const { accepted: byClaude } = workers.claude;
  const { accepted: byCodex } = workers.codex;
  process.stdout.write(
    `sprint of ${CHOSEN} of ${TASKS}: claude ${byClaude.length}, codex ${byCodex.length}, offered by the stop hook ${workers.codex.offered.size}\n`,
  );
  const submitted = (await lab.tasks())
    .filter(({ state }) => state !== "open")
    .map(({ task }) => String(task));
  expect(submitted.toSorted()).toEqual(chosen.toSorted());
  expect(new Set([...byClaude, ...byCodex])).toEqual(new Set(chosen));
  expect(byClaude.length).toBeGreaterThan(1);
  expect(byCodex.length).toBeGreaterThan(1);
  expect(workers.codex.offered.size).toBeGreaterThan(0);
  expect((await lab.read("sprint", "show")).sprint).toMatchObject({
    state: "ended",
    worked: CHOSEN,
    ended: { by: "countersign" },
  });
});
