import {
  type Actor,
  type Command,
  type Content,
  type Context,
  CountersignError,
  createTask,
  isRepeatedSubmission,
  type LogEntry,
  loadPolicy,
  normalize,
  type Task,
  transition,
  turnOf,
} from "@countersign/core";
import type { CommandAnswer, StreamEntry } from "@countersign/engine";

const NOW_MS = 1_800_000_000_000;
export const TREE = "1".repeat(40);
const CONTENT: Content = {
  repo: "shop",
  target: "main",
  base: "b".repeat(40),
  head: TREE,
  tree: TREE,
};
const ENGINE: Actor = { id: "countersign", kind: "system", planner: false };

type Kept = { task: Task; log: LogEntry[]; updatedMs: number };
type TaskCommand = Exclude<Command, { type: "create" }>;

/** The tasks of one organisation, run through the core and kept in memory. */
export type MemoryTasks = ReturnType<typeof createMemoryTasks>;

export function createMemoryTasks(owner: string, reviewers: readonly string[] = []) {
  const kept = new Map<string, Kept>();
  const stream: StreamEntry[] = [];
  const policy = policyOf(owner, reviewers);
  let nowMs = NOW_MS;

  const contextOf = (actor: Actor): Context => ({
    actor,
    nowMs,
    policy,
    roster: [],
    holds: { agent: false, sprint: false, repo: false },
    dismissals: [],
  });
  const find = (id: string): Kept => {
    const found = kept.get(id);
    if (found === undefined) throw new CountersignError("not_found", `There is no task ${id}`);
    return found;
  };
  const headOf = (id: string) => {
    const { task } = find(id);
    return { state: task.phase.is, turn: turnOf(task) };
  };
  const tell = (id: string, entries: readonly LogEntry[]): void => {
    for (const entry of entries)
      stream.push({ ...entry, task: id, cursor: `at${stream.length + 1}`, ...headOf(id) });
  };
  const say = (id: string, actor: Actor, command: TaskCommand): CommandAnswer => {
    const before = find(id);
    nowMs += 1;
    const { task, log } = transition(before.task, command, contextOf(actor));
    kept.set(id, { task, log: [...before.log, ...log], updatedMs: nowMs });
    tell(id, log);
    return answerOf(task, log);
  };

  return {
    policy,
    kept,
    stream,
    contextOf,
    find,
    say,
    create(actor: Actor, command: Extract<Command, { type: "create" }>): CommandAnswer {
      if (kept.has(command.id)) throw new CountersignError("wrong_state", "The id is taken");
      const { task, log } = createTask(command, contextOf(actor));
      kept.set(task.id, { task, log: [...log], updatedMs: nowMs });
      tell(task.id, log);
      return answerOf(task, log);
    },
    /** Submits work and answers as each machine that is asked; a summary can make them block. */
    submit(id: string, actor: Actor, said: Omit<Extract<Command, { type: "submit" }>, "content">) {
      const { task } = find(id);
      if (isRepeatedSubmission(task, { ...said, content: CONTENT }, actor.id))
        return answerOf(task, []);
      const answer = say(id, actor, { ...said, content: CONTENT });
      const round = answer.round ?? 1;
      say(id, ENGINE, { type: "plan_round", round, facts: factsOf(), gaps: [] });
      for (const requirement of find(id).task.round?.decision?.outstanding ?? [])
        if (requirement.startsWith("check:"))
          say(id, checkOf(requirement), answered(requirement, round, said.summary));
      return answer;
    },
  };
}

function answerOf(task: Task, log: readonly LogEntry[]): CommandAnswer {
  return {
    task: task.id,
    seq: task.seq,
    state: task.phase.is,
    round: task.round?.number ?? null,
    turn: turnOf(task),
    events: log.map(({ event }) => event.type),
  };
}

function checkOf(requirement: string): Actor {
  return { id: requirement.slice("check:".length), kind: "check", planner: false };
}

function answered(requirement: string, round: number, summary: string): TaskCommand {
  return {
    type: "record_verdict",
    id: `vrd_${round}${requirement.replaceAll(/[^a-z]/g, "")}`,
    of: "round",
    number: round,
    tree: TREE,
    requirement,
    opinion: summary === "a check blocks" ? "blocker" : "approved",
    summary,
    findings: [],
    costUsd: 0,
    sandboxed: true,
  };
}

function factsOf() {
  const change = { path: "src/app.ts", status: "modified", added: 10, deleted: 0 } as const;
  const modes = { oldMode: "100644", newMode: "100644" };
  const ids = { oldId: "0".repeat(40), newId: "1".repeat(40) };
  return normalize({
    content: CONTENT,
    entries: [{ ...change, ...modes, ...ids }],
    commits: [],
    patches: [],
    generatedPaths: [],
    keyChanges: [],
    tooLarge: [],
  });
}

/** A policy with one check and the named agents, then the owner. */
function policyOf(owner: string, reviewers: readonly string[]) {
  const loaded = loadPolicy({
    people: { owner: [owner] },
    policies: [
      {
        id: "universal",
        when: "always",
        require: ["secrets", ...reviewers].map((reviewer) => ({ reviewer })),
        priority: 100,
        description: "Every change",
      },
    ],
    rules: [],
    modes: { default: "per-task" },
    chains: { internal_document: ["self"], code: ["self"] },
    chainOverrides: {},
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}
