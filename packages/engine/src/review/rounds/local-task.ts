import {
  type Actor,
  type Command,
  type Content,
  type Context,
  createTask,
  type Policy,
  type Task,
} from "@countersign/core";

type Created = Extract<Command, { type: "create" }>;
type Submitted = Extract<Command, { type: "submit" }>;

/** The author of work that is reviewed without an engine. */
export const LOCAL_AUTHOR: Actor = { id: "author", kind: "agent", planner: false };

/**
 * Returns the context of commands on a task in memory: no roster, holds or earlier dismissals. Work is not sent
 * back before all reviewers have answered, so that one report contains everything.
 */
export function localContext({
  policy,
  nowMs,
}: {
  policy: Policy;
  nowMs: number;
}): (actor: Actor) => Context {
  const shared: Omit<Context, "actor"> = {
    policy: { ...policy, gate: { ...policy.gate, failFast: false } },
    nowMs,
    roster: [],
    holds: { agent: false, sprint: false, repo: false },
    dismissals: [],
  };
  return (actor) => ({ ...shared, actor });
}

/** Creates a task in memory for one local change. */
export function createLocalTask(
  title: string,
  repo: string,
  context: (actor: Actor) => Context,
): Task {
  return createTask(created(title, repo), context(LOCAL_AUTHOR)).task;
}

/** Returns the submission of a local change. */
export function localSubmission(content: Content): Submitted {
  return {
    type: "submit",
    content,
    signal: "DONE",
    summary: "",
    askedType: null,
    committers: [],
    answers: [],
  };
}

function created(title: string, repo: string): Created {
  return {
    type: "create",
    id: "cs-local",
    title,
    repo,
    taskType: null,
    department: null,
    priority: "P1",
    labels: [],
    assignee: LOCAL_AUTHOR.id,
    authorFamily: null,
    sponsor: null,
  };
}
