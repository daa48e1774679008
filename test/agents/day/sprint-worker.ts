import { join } from "node:path";
import type { ModelScript, Said } from "../model/said.ts";
import type { DayAgent } from "./sessions.ts";

/** How a model goes on after a submission: with what the answer names, or by wanting to stop until it is offered more. */
export type Continues = "next" | "stop_hook";

export type SprintWorker = {
  script: ModelScript;
  /** The tasks that it accepted, in their order. */
  accepted: readonly string[];
  /** The tasks that were offered to it when it wanted to stop. */
  offered: ReadonlySet<string>;
};

const NAMED = /accept_assignment (cs-[a-z0-9]+)/g;
const OFFERED = /(cs-[a-z0-9]+) is offered once/g;
const STOP: Said = { kind: "text", text: "I am through.\n\nSTATUS: DONE" };

/**
 * A model that does what countersign assigns to it: one file for each task, until nothing is named any more.
 *
 * Two agents may be told of the same task; whoever accepts it second is refused, and asks again.
 */
export function createSprintWorker(
  agent: DayAgent,
  call: (tool: string, input: object) => Said,
  directory: string,
  continues: Continues,
): SprintWorker {
  const accepted: string[] = [];
  const refused = new Set<string>();
  const offered = new Set<string>();
  const says: Said[] = [call("get_my_assignment", {})];
  let asked: string | null = null;
  const accept = (task: string): void => {
    const commit = "git add -A && git commit --quiet --allow-empty -m work";
    if (accepted.length > 0)
      says.push(agent.run(`${commit} && git switch --quiet -c ${task} main`));
    says.push(call("accept_assignment", { assignment_id: task }));
    asked = task;
  };
  const askAgain = (task: string): void => {
    asked = null;
    refused.add(task);
    says.push(call("get_my_assignment", {}));
  };
  const work = (task: string): void => {
    asked = null;
    accepted.push(task);
    says.push(
      agent.write(join(directory, `src/${task}.ts`), `export const name = "${task}";\n`),
      call("submit_for_review", { assignment_id: task, summary: `Named ${task}.` }),
    );
  };
  /** The task that is named last, if the model goes on with it. */
  const nextIn = (raw: string): string | null => {
    const named = [...raw.matchAll(NAMED)].at(-1)?.[1] ?? "";
    if (named === "" || accepted.includes(named) || refused.has(named)) return null;
    const goesOn = continues === "next" || accepted.length === 0;
    return goesOn || offered.has(named) ? named : null;
  };
  const goOn = (raw: string): void => {
    const task = asked ?? nextIn(raw);
    if (task === null) return;
    if (asked === null) accept(task);
    else if (raw.includes(`${task} is with `)) askAgain(task);
    else work(task);
  };
  return {
    accepted,
    offered,
    script: ({ raw, calls, tools }) => {
      if (tools.length === 0) return { does: "say", said: { kind: "text", text: "Work" } };
      for (const [, task = ""] of raw.matchAll(OFFERED)) offered.add(task);
      if (calls >= says.length) goOn(raw);
      return { does: "say", said: says[calls] ?? STOP };
    },
  };
}
