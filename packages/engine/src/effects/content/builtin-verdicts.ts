import { type Context, CountersignError, type Task, transition } from "@countersign/core";
import { commandContext } from "../../execute/command-context.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { FurtherCommand } from "../../execute/execute-command.ts";
import { parseCommand } from "../../execute/parse-command.ts";
import { describeError } from "../../platform/log/describe-error.ts";
import { isBuiltin } from "../../review/checks/builtin/builtin.ts";
import { answerCommand } from "../../review/rounds/answer-command.ts";
import { askMachine, type MachineQuestion } from "../../review/rounds/ask-machine.ts";
import type { PlanRound } from "../../review/rounds/with-gaps.ts";
import { machineVerdictId } from "../../store/names/derived-ids.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { reviewJobs } from "../review/review-jobs.ts";

type PlannedRound = { task: Task; context: Context };

/** A question to a built-in check, and the job that would ask it. */
type Asked = { job: string; question: MachineQuestion };

/**
 * Runs the built-in checks of a round where its content is read, and returns their verdicts as commands. They are
 * recorded only if the round gets exactly the plan for which they ran. A check without a result keeps its job.
 */
export async function runBuiltinChecks(
  scope: EngineScope,
  read: PlannedRound,
  command: PlanRound,
  job: string,
): Promise<FurtherCommand[]> {
  const planned = afterPlan(read, command);
  const digest = planned?.task.round?.plan?.digest;
  if (planned === null || digest === undefined) return [];
  const verdicts: FurtherCommand[] = [];
  for (const { job: id, question } of builtinQuestions(scope.org, read.context, planned, job)) {
    const verdict = await askBuiltin(scope, id, question);
    if (verdict !== null) verdicts.push(onlyWithPlan(verdict, digest));
  }
  return verdicts;
}

function afterPlan({ task, context }: PlannedRound, command: PlanRound) {
  try {
    return transition(task, command, context);
  } catch (error) {
    if (error instanceof CountersignError) return null; // the task has moved on
    throw error;
  }
}

function builtinQuestions(
  org: string,
  context: Context,
  { task, effects }: ReturnType<typeof transition>,
  job: string,
): Asked[] {
  const { round } = task;
  const { policy } = context;
  return effects
    .flatMap((effect) =>
      effect.do === "ask"
        ? reviewJobs(
            { org, task, id: job, context },
            { ...effect, of: "round", number: effect.round },
          )
        : [],
    )
    .flatMap(({ id, payload }) => {
      const reviewer = String(payload.reviewer);
      const requirement = round?.plan?.requirements.find((one) => one.id === payload.requirement);
      if (!round || requirement === undefined || !isBuiltin(reviewer, policy.reviewers)) return [];
      const { content } = round;
      const { signal } = new AbortController();
      const question = {
        policy,
        task,
        of: "round" as const,
        content,
        requirement,
        reviewer,
        signal,
      };
      return [{ job: id, question }];
    });
}

async function askBuiltin(
  scope: EngineScope,
  job: string,
  question: MachineQuestion,
): Promise<FurtherCommand | null> {
  const { task, reviewer, requirement } = question;
  const result = await askMachine(scope, question).catch((error: unknown) => {
    const about = { task: task.id, requirement: requirement.id, reviewer };
    const fields = { org: scope.org, ...about, ...describeError(error) };
    scope.log({ level: "warn", event: "no_result", fields });
    return null;
  });
  if (result === null || "noResult" in result) return null;
  const id = machineVerdictId(scope.org, task.id, job);
  const { command, actor } = answerCommand(id, task.round?.number ?? 0, question, result);
  return {
    key: ENGINE_KEYS.job(job, "verdict"),
    command: parseCommand(command),
    ...commandContext(scope, actor),
  };
}

/** Refuses a verdict if the round got another plan, because another policy may have other rules. */
function onlyWithPlan(verdict: FurtherCommand, digest: string): FurtherCommand {
  return {
    ...verdict,
    readContext(session, task, rows) {
      if (task?.round?.plan?.digest !== digest)
        throw new CountersignError("stale_round", "The round got another plan");
      return verdict.readContext(session, task, rows);
    },
  };
}
