import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { authorSession } from "../client/author-session.ts";
import { branchTask, rememberBranchTask } from "../client/branch-task.ts";
import { findTask } from "../client/find-task.ts";
import type { Session } from "../client/open-session.ts";
import { repositoryHere } from "../client/repository-here.ts";
import type { CommandContext, Run } from "../context.ts";
import { readOptions, textOrStdin } from "../given.ts";
import { display } from "../output/display.ts";
import { turnText } from "../output/words.ts";
import { wouldDo } from "../output/would-do.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";

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
  "You are its author, so somebody else must approve it. Work of an agent: add --agent <name>.";

/** Hands in the work of the current directory; its author is whoever the credential says. */
export const taskSubmit: Run = async (context, given) => {
  const options = readOptions(given, Options);
  const place = await findWorkplace(context.directory);
  const session = await authorSession(context, options.agent);
  const known = await knownTask(context, session, place, options);
  const body = await submissionOf(place, options);
  if (context.dryRun) return wouldSubmit(known, place, options);

  const task = known ?? (await openTask(context, session, place, options));
  const answer = await session.client.submit({ task, body });
  await rememberBranchTask(session.files.directory, place, task);
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

/** The named task, or this branch's if it still goes on; null when one must be opened. */
async function knownTask(
  context: CommandContext,
  session: Session,
  place: Workplace,
  { task }: Options,
): Promise<string | null> {
  if (task !== undefined) return (await findTask(context, session, task)).id;
  const remembered = await branchTask(session.files.directory, place);
  if (remembered === null) return null;
  const view = await session.client.showTask({ task: remembered }).catch(notThere);
  const isOver = view === null || view.state === "done" || view.state === "rejected";
  return isOver ? null : view.id;
}

function notThere(error: unknown): null {
  if (error instanceof CountersignError && error.code === "not_found") return null;
  throw error;
}

async function openTask(
  context: CommandContext,
  { client, ...session }: Session,
  place: Workplace,
  { title, type }: Options,
): Promise<string> {
  if (title === undefined) {
    throw new CountersignError("invalid_input", "There is no task for this branch yet", {
      hint: "Add --title '<what it is>', or --task <id>",
    });
  }
  const { id: repo } = await repositoryHere(context, { client, ...session }, place);
  return (await client.createTask({ body: { title, repo, type } })).task;
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
