import {
  type Command,
  CountersignError,
  type Finding,
  isCounted,
  oneLine,
  redactSecrets,
  type Task,
} from "@countersign/core";
import { commandContext } from "../execute/command-context.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { executeAsEngine } from "../execute/execute-command.ts";
import { parseCommand } from "../execute/parse-command.ts";
import { taskIdFor } from "../store/names/derived-ids.ts";
import { ENGINE, ENGINE_KEYS } from "../store/names/engine-keys.ts";

type DebtJob = { id: string; task: string; findings: readonly string[] };

const MAX_TITLE = 200;
const TRIES = 5;

/**
 * Opens a task for each warning that merged work left open, and links the two.
 *
 * Skips warnings that a person has settled in the meantime, and tasks that were reopened.
 */
export async function fileDebtTasks(scope: EngineScope, job: DebtJob): Promise<void> {
  for (const id of job.findings) {
    const task = await scope.store.load(scope.org, job.task);
    const finding = task?.findings.find((known) => known.id === id);
    if (task?.phase.is !== "done" || finding === undefined || !isCounted(finding)) continue;
    const debt = await openDebt(scope, job, task, finding);
    const key = ENGINE_KEYS.debt(job.id, id, "filed");
    const command: Command = { type: "debt_filed", finding: id, task: debt };
    await executeAsEngine(scope, { task: task.id, key, command });
  }
}

/** Returns the id of the task for a warning. A repeated job finds the task that it opened before. */
async function openDebt(
  scope: EngineScope,
  job: DebtJob,
  from: Task,
  finding: Finding,
): Promise<string> {
  const key = ENGINE_KEYS.debt(job.id, finding.id, "opened");
  const before = await scope.store.answerTo(scope.org, key);
  if (before !== null) return before.task;
  for (let tries = 1; ; tries += 1) {
    const id = taskIdFor(scope.org, key.key, ENGINE, tries);
    try {
      const command = parseCommand(debtTask(id, from, finding));
      const context = commandContext(scope, ENGINE, { repo: from.repo });
      await scope.store.execute({ org: scope.org, task: id, key, command, ...context });
      return id;
    } catch (error) {
      const isTaken = error instanceof CountersignError && error.code === "wrong_state";
      if (!isTaken || tries === TRIES) throw error;
    }
  }
}

function debtTask(id: string, from: Task, finding: Finding): Command {
  return {
    type: "create",
    id,
    title: debtTitle(finding),
    repo: from.repo,
    taskType: from.type,
    department: from.department,
    priority: "P2",
    labels: [{ name: "debt", by: "tracker" }],
    assignee: null,
    authorFamily: null,
    sponsor: from.sponsor,
    origin: { task: from.id, finding: finding.id },
  };
}

/** Returns the reviewer's message on one line, with its location. */
function debtTitle({ message, file, line }: Finding): string {
  const said = oneLine(redactSecrets(message), MAX_TITLE);
  if (file === undefined) return said;
  return `${said} (${oneLine(line === undefined ? file : `${file}:${line}`, MAX_TITLE)})`;
}
