import type { DecisionInput } from "../../decision/input.ts";
import { isBarred } from "../../decision/trust.ts";
import { committersOf } from "../../plan/layers/committers.ts";
import type { Policy } from "../../policy/policy.ts";
import { union } from "../fold/state-parts.ts";
import type { Context } from "../model/context.ts";
import type { Task } from "../model/state.ts";
import { refuse } from "./refuse.ts";

type Involved = Pick<
  DecisionInput["task"],
  "sponsor" | "sponsors" | "committers" | "unknownCommitters"
>;

/** Returns the people behind the work: sponsors of its agents, and authors of its commits. */
export function involvedIn(task: Task, policy: Policy): Involved {
  const { sponsor, sponsors, committers } = task;
  const { people, unknown } = committersOf(task.round?.facts?.commits ?? [], policy);
  return {
    sponsor,
    ...(sponsors === undefined ? {} : { sponsors }),
    committers: union(committers, people),
    ...(unknown.length === 0 ? {} : { unknownCommitters: unknown }),
  };
}

/**
 * Returns true if this person may not approve any part of the task: an author, or with four eyes a person behind
 * the work.
 */
export function worksOn(actor: string, task: Task, policy: Policy): boolean {
  return task.authors.includes(actor) || isBarred(actor, involvedIn(task, policy), policy);
}

/**
 * Refuses an approval by an author or a person behind the work. If a hold names one of them, because no other
 * person is left, that person may only send the work back or reject it.
 */
export function requireNotInvolved(task: Task, { actor, policy }: Context, layer: string): void {
  const isAuthor = task.authors.includes(actor.id);
  if (!worksOn(actor.id, task, policy)) return;
  const how = isAuthor ? "is an author of" : "is responsible for the work on";
  refuse("self_review", task, `${actor.id} ${how} ${task.id}`, { layer });
}
