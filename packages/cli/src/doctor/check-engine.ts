import { setTimeout as pause } from "node:timers/promises";
import type { RepositoryLine } from "@countersign/api";
import { type CliSession, openSession } from "../client/open-session.ts";
import { registerRepository } from "../client/register-repository.ts";
import { knownRepository } from "../client/repository-here.ts";
import { type StrandedWork, strandedWork } from "../client/stranded-work.ts";
import { type WaitingMerge, waitingMerges } from "../client/waiting-merges.ts";
import type { CommandContext } from "../command/context.ts";
import { failureOf } from "../output/failure.ts";
import { fixOf } from "../views/repositories-text.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";
import { checkFolders } from "./check-folders.ts";
import { type Diagnosis, reportFine, reportProblem, reportWarning } from "./diagnosis.ts";

/** The engine, its database, and what it thinks of this repository. */
export async function checkEngine(context: CommandContext): Promise<Diagnosis[]> {
  try {
    const session = await openSession(context);
    const { version } = await session.client.health();
    const { actor, role } = await session.client.me();
    const { repositories } = await session.client.status();
    const place = await findWorkplace(context.directory).catch(() => null);
    return [
      reportFine("engine", `${version} at ${session.url}, as ${actor.id} (${role})`),
      reportFine("database", `answers; repositories: ${repositories.length}`),
      ...(place === null
        ? []
        : [checkTarget(context, await settledRepository(session, place), place)]),
      ...(context.server === null ? await checkFolders(repositories) : []),
      ...repositories.flatMap(describeMissingRepository),
      ...repositories.filter(({ unsandboxed }) => unsandboxed).map(warnUnsandboxed),
      ...(await waitingMerges(session.client)).map(describeWaitingMerge),
      ...(await strandedWork(context, session, repositories)).map(describeStrandedWork),
    ];
  } catch (error) {
    const { message, hint } = failureOf(error);
    return [reportProblem("engine", message, hint ?? "countersign server logs")];
  }
}

/** Milliseconds that the engine may take to read a new commit of the target: it looks every 5 s. */
const READ_WITHIN_MS = 6_000;
const LOOK_MS = 300;

/** The repository as the engine knows it, once it has read a commit that was made a moment ago. */
async function settledRepository(
  session: CliSession,
  place: Workplace,
): Promise<RepositoryLine | null> {
  const deadline = Date.now() + READ_WITHIN_MS;
  for (;;) {
    const line = await knownRepository(session, place);
    const isBehind = line !== null && line.problem !== null && line.hold === null;
    const hasMoved = isBehind && line.found !== null && line.found !== line.tip;
    if (!hasMoved || Date.now() > deadline) return line;
    await pause(LOOK_MS);
  }
}

function describeWaitingMerge({ task, detail }: WaitingMerge): Diagnosis {
  return reportProblem("merge", `${task} is approved and not merged`, detail);
}

function describeStrandedWork({ detail, fix }: StrandedWork): Diagnosis {
  return reportWarning("worktree", detail, fix);
}

/** A repository whose directory is gone is nowhere to be diagnosed but here. */
function describeMissingRepository({ id, hold }: RepositoryLine): Diagnosis[] {
  return hold?.why === "repository_gone"
    ? [reportProblem(id, hold.detail, fixOf(hold.why, id))]
    : [];
}

function warnUnsandboxed({ id }: RepositoryLine): Diagnosis {
  const says = `commands of ${id} may run without a sandbox, with your rights`;
  return reportWarning(id, says, `countersign repo allow-unsandboxed ${id} --undo`);
}

function checkTarget(
  context: CommandContext,
  line: RepositoryLine | null,
  place: Workplace,
): Diagnosis {
  if (line === null) {
    const { repository } = place;
    const unknown = reportProblem(
      "target",
      `the engine does not know ${repository}`,
      "countersign init",
    );
    return { ...unknown, repair: () => register(context, place) };
  }
  const { id, target, hold, problem } = line;
  if (hold !== null) {
    const fix = `look at it, then: countersign repo release ${id} --reason '<what you found>'`;
    return reportProblem("target", `merges to ${target} are stopped: ${hold.detail}`, fix);
  }
  if (problem !== null) {
    const fix = `correct it, commit it on ${target}, then: countersign repo release ${id}`;
    return reportProblem("target", `${target} of ${id}: ${problem}`, fix);
  }
  return reportFine("target", `${target} of ${id} has a valid configuration`);
}

/** Safe: it writes nothing to the repository, and what it says about itself is read from its target. */
async function register(
  context: CommandContext,
  { repository: path, common: gitDir }: Workplace,
): Promise<string> {
  const session = await openSession(context, "admin");
  const { id, target } = await registerRepository(context, session, { path, gitDir });
  return `registered ${id}, with ${target} as its target`;
}
