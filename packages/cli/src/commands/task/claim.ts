import type { RepositoryLine } from "@countersign/api";
import { Answer } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { authorSession } from "../../client/author-session.ts";
import type { CliSession } from "../../client/open-session.ts";
import { knownRepository } from "../../client/repository-here.ts";
import { defineCommand } from "../../command/define-command.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { wouldDoTask } from "../../decisions/send-decision.ts";
import type { Result } from "../../output/result.ts";
import { wouldDo } from "../../output/would-do.ts";
import {
  findWorkplace,
  type Workplace,
  workplaceLocation,
} from "../../workplace/find-workplace.ts";
import { nextAssignmentHere, nextText } from "./next-assignment.ts";

/** Claims a task by its id, or else what is assigned next here. */
export const taskClaim = defineCommand({
  usage: "claim [id]",
  examples: ["countersign task claim", "countersign task claim cs-ab12"],

  takes: "task",
  output: {
    "task.claim": Answer,
  },
  async run(context, { args }) {
    const session = await authorSession(context, undefined);
    const place = await findWorkplace(context.directory).catch(() => null);
    const here = place === null ? null : await knownRepository(session, place);
    const { id: named } = args;
    if (named === undefined) {
      if (context.dryRun) return await wouldTakeNext(session, place, here);
      return claimed(await takeNext(session, place, here));
    }
    const { id, ...task } = await findTaskByWord(context, session, named);
    if (context.dryRun) return wouldDoTask("claim", { id, ...task });
    const isHere = place !== null && here?.id === task.repo;
    const body = isHere ? { location: workplaceLocation(place) } : {};
    return claimed(await session.client.claim({ task: id, body }));
  },
});

function claimed(answer: Answer): Result {
  const { task: id, state } = answer;
  return {
    schema: "task.claim",
    data: answer,
    text: (style) =>
      `${style.paint("good", "claimed")} ${id}; submit it with: countersign task submit --task ${id}`,
    plain: [[id, state]],
  };
}

type Here = RepositoryLine | null;

async function takeNext(
  { client }: CliSession,
  place: Workplace | null,
  here: Here,
): Promise<Answer> {
  const body =
    place === null || here === null ? {} : { repo: here.id, location: workplaceLocation(place) };
  const { taken } = await client.takeAssignment({ body });
  return taken ?? nothingWaits();
}

async function wouldTakeNext(session: CliSession, place: Workplace | null, here: Here) {
  const next = await nextAssignmentHere(session, here && place, { repo: here?.id });
  if (next === null) return nothingWaits();
  return wouldDo("claim", { task: next.task }, () => `Would claim ${nextText(next)}`);
}

function nothingWaits(): never {
  throw new CountersignError("no_assignment", "No task is assigned to you in this repository", {
    hint: "List open tasks: countersign task list --state open",
  });
}
