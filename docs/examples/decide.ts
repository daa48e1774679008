import { createTask, transition } from "../../packages/core/src/index.ts";
import { as, create, facts, submit } from "./login-change.ts";

const opened = createTask(create, as("ana", "human"));
const submitted = transition(opened.task, submit, as("agent-1", "agent"));
const plan = { type: "plan_round" as const, round: 1, facts, gaps: [] };
const { task } = transition(submitted.task, plan, as("system", "system"));

for (const { stage, id, because } of task.round?.plan?.requirements ?? []) {
  print(`stage ${stage}: ${id}, because of ${because[0]?.entry} (${because[0]?.fact})`);
}
const decision = task.round?.decision;
print(`${task.phase.is}: ${decision?.effect} for ${decision?.outstanding.join(", ")}`);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
