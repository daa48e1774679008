import type { TaskView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { authorSession } from "../client/author-session.ts";
import { findTask } from "../client/find-task.ts";
import { myName } from "../client/me.ts";
import { openSession, type Session } from "../client/open-session.ts";
import { repositoryHere } from "../client/repository-here.ts";
import { openTaskOf, openTasksHere } from "../client/task-here.ts";
import type { CommandContext, Run } from "../context.ts";
import { readOptions, textOrStdin } from "../given.ts";
import { display } from "../output/display.ts";
import { turnText } from "../output/words.ts";
import { wouldDo } from "../output/would-do.ts";
import { findWorkplace, locationOf, type Workplace } from "../workplace/find-workplace.ts";

const ANSWER = /^(F-[0-9]+)=(fixed|answered|wont_fix)(?::(.*))?$/s;

const Options = z.object({
  task: z.string().optional(),
  title: z.string().optional(),
  agent: z.string().optional(),
  message: z.string().default(""),
  signal: z.enum(["DONE", "PARTIAL", "BLOCKED"]).default("DONE"),
  base: z.string().optional(),
  type: z.string().optional(),
  committed: z.boolean().default(false),
  answer: z.array(z.string().regex(ANSWER, "write it as F-1=fixed:<note>")).default([]),
});
type Options = z.infer<typeof Options>;

const OWN_WORK =
  "You are its author, so another person must approve it. Work of an agent: add --agent <name>.";

/** Submits the work of the current directory; its author is the actor of the credential. */
export const taskSubmit: Run = async (context, given) => {
  const options = readOptions(given, Options);
  const place = await findWorkplace(context.directory);
  // before an agent's credential is made: a refused call leaves none behind
  const repo = options.task === undefined ? await repositoryId(context, place) : null;
  const session = await authorSession(context, options.agent);
  const known =
    repo === null
      ? await findTask(context, session, options.task ?? "")
      : await openTaskOf(session, await myName(session), repo, place);
  const body = await submissionOf(place, options);
  if (context.dryRun) return wouldSubmit(known?.id ?? null, place, options);

  if (repo !== null && known !== null) tellUnusedTitle(context, known, options);
  const answer =
    known === null
      ? await openTask(session, repo ?? "", place, { options, body })
      : await session.client.submit({ task: known.id, body });
  const { task } = answer;
  if (session.credential === "own") context.say(OWN_WORK);
  return {
    schema: "task.submit",
    data: answer,
    text: (style) =>
      `${style.paint("good", "handed in")} ${task}, round ${answer.round}; turn: ${turnText(answer.turn, null)}\n` +
      `Follow it with: countersign task show ${task}`,
    plain: [[task, String(answer.round), answer.state]],
  };
};

async function repositoryId(context: CommandContext, place: Workplace): Promise<string> {
  return (await repositoryHere(context, await openSession(context), place)).id;
}

function tellUnusedTitle(
  { say }: CommandContext,
  { id, title: known }: Pick<TaskView, "id" | "title">,
  { title }: Options,
): void {
  if (title === undefined || title === known) return;
  say(
    `${id} "${display(known)}" is open on this branch, so this is its next round; --title was not used.`,
  );
}

type Wanted = { options: Options; body: Awaited<ReturnType<typeof submissionOf>> };

/** Opens a task for the work; the engine refuses work that changes nothing. */
async function openTask(
  session: Session,
  repo: string,
  place: Workplace,
  { options: { title, type }, body }: Wanted,
) {
  if (title !== undefined)
    return await session.client.submitWork({ body: { ...body, repo, title, type } });
  const [other] = await openTasksHere(session, repo, place);
  if (other?.location == null) {
    throw new CountersignError("invalid_input", "There is no task for this branch yet", {
      hint: "Add --title '<what it is>', or --task <id>",
    });
  }
  const { author } = other.location;
  throw new CountersignError("invalid_input", `${other.task} on this branch is ${author}'s`, {
    hint: `Submit for that author with --agent ${author}, or open a task of your own with --title`,
  });
}

async function submissionOf(place: Workplace, options: Options) {
  const { signal, base, type, message, answer } = options;
  return {
    from: workOf(place, options),
    signal,
    summary: await textOrStdin(message),
    base,
    askedType: type,
    answers: answer.map(readAnswer),
    location: locationOf(place),
  };
}

function workOf({ root, branch }: Workplace, { committed }: Options) {
  if (!committed) return { worktree: root };
  if (branch !== null) return { branch };
  throw new CountersignError(
    "invalid_input",
    "--committed needs a branch, and none is checked out",
  );
}

const Status = z.enum(["fixed", "answered", "wont_fix"]);

function readAnswer(text: string) {
  const [, finding = "", status, note = ""] = ANSWER.exec(text) ?? [];
  return { finding, status: Status.parse(status), note };
}

function wouldSubmit(task: string | null, { root, branch }: Workplace, { title }: Options) {
  const what = task ?? `a new task "${display(title ?? "")}"`;
  const from = `${display(root)}${branch === null ? "" : ` on ${display(branch)}`}`;
  return wouldDo("submit", { task, root, branch }, () => `Would hand in ${what} from ${from}`);
}
