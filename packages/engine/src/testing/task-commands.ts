import {
  type Command,
  type Content,
  type Context,
  normalize,
  type Policy,
} from "@countersign/core";
import type { CommandKey } from "../store/names/speaker.ts";
import type { CommandAnswer } from "../store/schema/command-answer.ts";
import type { TaskStore } from "../store/task-store.ts";
import { loadTestPolicy } from "./load-test-policy.ts";

type Actor = Context["actor"];
type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

export const ana: Actor = { id: "ana", kind: "human", planner: false };
const engine: Actor = { id: "system", kind: "system", planner: false };
export const worker = (id: string): Actor => ({ id, kind: "agent", planner: false });

export const NOW_MS = 1_800_000_000_000;

/** Returns a policy that requires these reviewers, then the owner. */
export function policyRequiring(...reviewers: string[]): Policy {
  return loadTestPolicy({
    people: { owner: ["ana"] },
    policies: [
      {
        id: "universal",
        when: "always",
        require: reviewers.map((reviewer) => ({ reviewer })),
        priority: 100,
        description: "Every change",
      },
    ],
    rules: [],
    modes: { default: "per-task" },
    chains: { internal_document: ["self"], code: ["self"] },
    chainOverrides: {},
  });
}

const POLICY = policyRequiring("secrets");

export function testContext(actor: Actor, nowMs = NOW_MS): Context {
  const holds = { agent: false, sprint: false, repo: false };
  return { actor, nowMs, policy: POLICY, roster: [], holds, dismissals: [] };
}

export function create(id: string, title = "Implement rate limiting"): CommandOf<"create"> {
  return {
    type: "create",
    id,
    title,
    repo: "shop",
    taskType: null,
    department: null,
    priority: "P1",
    labels: [],
    assignee: null,
    authorFamily: null,
    sponsor: null,
  };
}

const TREE = "1".repeat(40);
export const CONTENT: Content = {
  repo: "shop",
  target: "main",
  base: "b".repeat(40),
  head: TREE,
  tree: TREE,
};

export function submit(summary = ""): CommandOf<"submit"> {
  const more = { askedType: null, committers: [], answers: [] };
  return { type: "submit", content: CONTENT, signal: "DONE", summary, ...more };
}

export function approve(id: string): Command {
  return { type: "approve", id, round: 1, tree: TREE, requirement: "layer:owner" };
}

/** Executes a command with a fixed context. A text as the key is the key of the context's actor. */
export function executeWith(
  store: Pick<TaskStore, "execute">,
  org: string,
  task: string,
  key: CommandKey,
  command: Command,
  context: Context,
): Promise<CommandAnswer> {
  const readContext = async () => ({ ...context, inSprint: false });
  return store.execute({ org, task, key, command, actor: context.actor, readContext });
}

/** Advances a new task until only the owner's approval is missing. */
export async function waitForOwner(
  store: TaskStore,
  org: string,
  task: string,
): Promise<CommandAnswer> {
  const run = (command: Command, actor: Actor) =>
    executeWith(
      store,
      org,
      task,
      `${task}-${command.type}-${actor.id}`,
      command,
      testContext(actor),
    );
  await run(create(task), ana);
  await run(submit(), worker("agent-1"));
  await run({ type: "plan_round", round: 1, facts: factsOf(), gaps: [] }, engine);
  let answer: CommandAnswer | undefined;
  for (const id of (await store.load(org, task))?.round?.decision?.outstanding ?? [])
    answer = await run(passed(id), {
      id: id.slice("check:".length),
      kind: "check",
      planner: false,
    });
  if (answer?.turn.who !== "ana") throw new Error(`${task} does not wait for its owner`);
  return answer;
}

function passed(requirement: string): Command {
  const of = { of: "round" as const, number: 1, tree: TREE };
  const said = { opinion: "approved" as const, summary: "", findings: [], costUsd: 0 };
  const id = `vrd_${requirement.replaceAll(/[^a-z]/g, "")}`;
  return { type: "record_verdict", id, ...of, requirement, ...said, sandboxed: true };
}

/** Returns the facts of a change to one file. */
export function factsOf() {
  return normalize({
    content: CONTENT,
    entries: [
      {
        path: "src/app.ts",
        status: "modified",
        oldMode: "100644",
        newMode: "100644",
        oldId: "0".repeat(40),
        newId: "1".repeat(40),
        added: 10,
        deleted: 0,
      },
    ],
    commits: [],
    patches: [],
    generatedPaths: [],
    keyChanges: [],
    tooLarge: [],
  });
}
