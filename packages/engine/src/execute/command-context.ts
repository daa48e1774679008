import { type Actor, awaitedBase, buildRoster, type Context, type Task } from "@countersign/core";
import type { Session } from "../platform/transact.ts";
import { engineRunNames } from "../policy/engine-run.ts";
import type { CommandPhases } from "../store/command-phases.ts";
import type { ContextRows } from "../store/context-rows.ts";
import { throwRepositoryNotFound } from "../store/organisation/repositories.ts";
import { readBaseTask } from "../store/tasks/base-tasks.ts";
import type { EngineScope } from "./engine-scope.ts";

/** Makes a command's context from the rows that were read while the task is locked. */
export function commandContext(
  { policies, runners, readiness }: Pick<EngineScope, "policies" | "runners" | "readiness">,
  actor: Actor,
  newTask: { repo: string } | null = null,
): Pick<CommandPhases, "actor" | "readContext"> {
  return {
    actor,
    async readContext(session, task, found) {
      const repo = task?.repo ?? newTask?.repo ?? "";
      const { now, dismissed } = found;
      const repository = found.repository ?? throwRepositoryNotFound(repo);
      const policy = await policies.of(session, repository);
      const engineRun = engineRunNames(policy, runners);
      return {
        actor,
        policy,
        // An upgrade compiles the accepted file into another policy, which no person accepted as such.
        policyAcceptedBy:
          repository.policyDigest === policy.digest ? repository.policyAcceptedBy : null,
        nowMs: now,
        inSprint: found.sprint?.has === true,
        roster: buildRoster({
          repo,
          task: task?.id ?? "",
          nowMs: now,
          credentials: found.credentials,
          engineRun,
          runnable: readiness.ready(policy),
          openSeats: found.seats,
        }),
        engineRun,
        holds: holdsOn(found, repo, actor, task),
        ...(await readBaseOfRound(session, task)),
        dismissals: dismissed.map(({ until, ...known }) => ({
          ...known,
          ...(until === null ? {} : { untilMs: until }),
        })),
      };
    },
  };
}

/** Returns the base task of the current round. */
async function readBaseOfRound(
  session: Session,
  task: Task | null,
): Promise<Pick<Context, "baseTask">> {
  const base = task === null ? null : awaitedBase(task);
  return base === null ? {} : { baseTask: await readBaseTask(session, base) };
}

function holdsOn(
  { held, sprint, now }: Pick<ContextRows, "held" | "sprint" | "now">,
  repo: string,
  actor: Actor,
  task: Task | null,
): Context["holds"] {
  const agents = [actor.id, task?.assignee];
  const isRunning = sprint !== null && !sprint.paused && now < (sprint.untilMs ?? Infinity);
  return {
    repo: held.some(({ scope, subject }) => scope === "repo" && subject === repo),
    agent: held.some(({ scope, subject }) => scope === "agent" && agents.includes(subject)),
    sprint: sprint?.has === true && sprint.paused,
    otherSprint: isRunning && !sprint.has,
  };
}
