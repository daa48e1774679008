import {
  type AssignmentKind,
  CountersignError,
  chooseAssignment,
  type PhaseName,
  type TaskLocation,
  type WorkLocation,
} from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import { readableTask } from "../access/readable-task.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { executeCommand } from "../execute/execute-command.ts";
import { KEEPS_LOCATION } from "../execute/require-free-location.ts";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import { readAnswerForKey } from "../store/earlier-answers.ts";
import { speakerFor } from "../store/names/speaker.ts";
import { readRepository } from "../store/organisation/repositories.ts";
import type { CommandAnswer } from "../store/schema/command-answer.ts";
import {
  type CandidateTask,
  listCandidates,
  readHandOutRule,
} from "../store/tasks/assignment-candidates.ts";
import { listTasks } from "../store/tasks/list-tasks.ts";

/** The location from which an agent requests work. */
export type AssignmentLocation = {
  repo?: string | undefined;
  /** Omitted if the agent works on another machine. */
  location?: WorkLocation | undefined;
  /** The branch's task according to release 0.1. */
  former?: string | undefined;
};

export type AssignmentQuery = AssignmentLocation & {
  /** The agent that works there. Default: the caller. */
  author?: string | undefined;
  /**
   * The task that the agent has just submitted or is about to submit. No further task follows the last one of a
   * sprint.
   */
  after?: string | undefined;
};

/** The next task of an agent. */
export type AssignmentOffer = {
  task: string;
  title: string;
  repo: string;
  state: PhaseName;
  priority: "P0" | "P1" | "P2";
  is: AssignmentKind;
  location: TaskLocation | null;
  /** The branch to work on, if it is not checked out. `from` is the start of a new branch. */
  branch: { name: string; from: string | null } | null;
};

export type NextOffer = {
  assignment: AssignmentOffer | null;
  /** The agent's unmerged task that occupies this branch. */
  occupiedBy: string | null;
};

/** Returns the next task of an agent: its own work first, then a task of the sprint or the backlog. */
export async function nextAssignment(
  { transact }: Pick<EngineScope, "transact">,
  by: Principal,
  query: AssignmentQuery,
): Promise<NextOffer> {
  const task = readableTask(by);
  return await transact((session) =>
    findAssignment(session, { ...query, author: query.author ?? by.actor.id, task }),
  );
}

type ResolvedQuery = AssignmentQuery & { author: string; task: string | undefined };

async function findAssignment(
  session: Session,
  { author, repo, location, former, after, task: only }: ResolvedQuery,
): Promise<NextOffer> {
  const sprint = await readHandOutRule(session, { nowMs: await readClock(session), after });
  const found = await listCandidates(session, { author, repo, task: only, sprint });
  const candidates = found.filter(({ task }) => task !== after);
  const [alone] = candidates;
  const worker = { author, location: location ?? null, former };
  const chosen =
    only !== undefined && alone !== undefined
      ? { task: alone, is: "here" as const }
      : chooseAssignment(candidates, worker, sprint);
  const occupiedBy = await findOccupyingTask(session, author, { repo, location });
  if (chosen === null) return { assignment: null, occupiedBy };
  const { task, is } = chosen;
  const branch = await branchFor(session, task, { is, location, occupiedBy });
  return branch === "none"
    ? { assignment: null, occupiedBy }
    : { assignment: toOffer(task, is, branch), occupiedBy };
}

function toOffer(
  { task, title, repo, state, priority, location }: CandidateTask,
  is: AssignmentKind,
  branch: AssignmentOffer["branch"],
): AssignmentOffer {
  return { task, title, repo, state, priority, is, location, branch };
}

/** Returns the agent's task that occupies a branch in a directory. */
async function findOccupyingTask(
  session: Session,
  author: string,
  { repo, location }: AssignmentLocation,
): Promise<string | null> {
  if (location === undefined) return null;
  const at = { author, ...location };
  const where = { states: KEEPS_LOCATION, location: at, ...(repo !== undefined && { repo }) };
  const { items } = await listTasks(session, where);
  return items[0]?.task ?? null;
}

/**
 * Returns the branch for the work. No second task can start on the target branch, where agents must not commit.
 */
async function branchFor(
  session: Session,
  { task, repo, location: known }: CandidateTask,
  place: { is: AssignmentKind; location: WorkLocation | undefined; occupiedBy: string | null },
): Promise<AssignmentOffer["branch"] | "none"> {
  const { is, location, occupiedBy } = place;
  if (is === "elsewhere" && known !== null) return { name: known.branch, from: null };
  if (is !== "new" || location === undefined || occupiedBy === null) return null;
  const { target } = await readRepository(session, repo);
  return location.branch === target ? "none" : { name: task, from: target };
}

const TRIES = 5;
/** Errors after which another task may be available: another agent was faster, or the sprint has changed. */
const TAKEN: ReadonlySet<string> = new Set(["wrong_state", "not_your_turn", "on_hold"]);

/** Claims the next task of an agent. Returns null if no task is available. */
export async function takeAssignment(
  scope: EngineScope,
  by: Principal,
  key: string,
  place: AssignmentLocation,
): Promise<CommandAnswer | null> {
  requirePermission(by, "claim", by.task ?? undefined);
  const { location } = place;
  const claim = { type: "claim", ...(location !== undefined && { location }) } as const;
  const before = await answeredTask(scope, by, key);
  if (before !== null) return await executeCommand(scope, by, key, before, claim);
  return await claimNext(scope, by, place, (task) => executeCommand(scope, by, key, task, claim));
}

async function claimNext(
  scope: EngineScope,
  by: Principal,
  place: AssignmentLocation,
  claim: (task: string) => Promise<CommandAnswer>,
): Promise<CommandAnswer | null> {
  for (let tries = 1; ; tries += 1) {
    const { assignment } = await nextAssignment(scope, by, place);
    if (assignment === null) return null;
    requireBranch(assignment);
    try {
      return await claim(assignment.task);
    } catch (error) {
      const isTaken = error instanceof CountersignError && TAKEN.has(error.code);
      if (!isTaken || tries === TRIES) throw error;
    }
  }
}

/** Refuses a claim on the wrong branch, because the engine would then look for the work on that branch. */
function requireBranch({ task, branch }: AssignmentOffer): void {
  if (branch === null) return;
  const command = branch.from === null ? branch.name : `-c ${branch.name} ${branch.from}`;
  throw new CountersignError("wrong_state", `${task} is worked on in the branch ${branch.name}`, {
    hint: `Commit your work, then: git switch ${command}`,
  });
}

async function answeredTask(
  { read }: Pick<EngineScope, "read">,
  { actor }: Principal,
  key: string,
): Promise<string | null> {
  const speaker = speakerFor(key, actor);
  const answer = await read((session) => readAnswerForKey(session, speaker, key));
  return answer?.task ?? null;
}
