import { Answer, AssignmentView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { authorSession } from "../../client/author-session.ts";
import { formerBranchTask } from "../../client/branch-task.ts";
import { myName } from "../../client/me.ts";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import { openTaskOf } from "../../client/task-here.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, type OptionValues, option, text } from "../../command/options.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { display } from "../../output/display.ts";
import { waitingText } from "../../output/words.ts";
import { wouldDo } from "../../output/would-do.ts";
import { textOrStdin } from "../../terminal/read-text.ts";
import {
  findWorkplace,
  type Workplace,
  workplaceLocation,
} from "../../workplace/find-workplace.ts";
import { nextAssignmentHere, nextText } from "./next-assignment.ts";

const ANSWER = /^(F-[0-9]+)=(fixed|answered|wont_fix)(?::(.*))?$/s;

const OPTIONS = {
  task: text("--task <id>", "the task (default: this branch's task)"),
  title: text("--title <text>", "title of a new task if this branch has none"),
  agent: text("--agent <name>", "the agent that did the work, if you submit for it"),
  message: option("--message <text>", z.string().default(""), "what was done; - reads stdin"),
  signal: option(
    "--signal <word>",
    z.enum(["DONE", "PARTIAL", "BLOCKED"]).default("DONE"),
    "DONE, PARTIAL or BLOCKED",
  ),
  base: text(
    "--base <revision>",
    "branch, tag or commit the work is based on, in the target branch or another open task (default: detected)",
  ),
  type: text("--type <type>", "use the review chain of this type if it is stricter"),
  committed: flag("--committed", "only committed changes"),
  answer: option(
    "--answer <finding=status:note...>",
    z.array(z.string().regex(ANSWER, "must be F-1=fixed:<note>")).default([]),
    "respond to a finding: fixed, answered or wont_fix; repeatable",
  ),
};
type Options = OptionValues<typeof OPTIONS>;

const OWN_WORK =
  "You are its author, so another person must approve it. Work of an agent: add --agent <name>.";

/** Submits the work of the current directory; its author is the actor of the credential. */
export const taskSubmit = defineCommand({
  usage: "submit",
  examples: [
    "countersign task submit --title 'Fix the login'",
    "countersign task submit --task cs-ab12 --message 'the race is closed'",
  ],
  options: OPTIONS,

  output: {
    "task.submit": Answer.extend({ next: AssignmentView.nullable() }),
  },
  async run(context, { options }) {
    const place = await findWorkplace(context.directory);
    // before an agent's credential is made: a refused call leaves none behind
    const repo = options.task === undefined ? await repositoryId(context, place) : undefined;
    const session = await authorSession(context, options.agent);
    const task = await namedTask(context, session, options);
    const body = { ...(await submissionOf(place, options)), task, repo };
    if (context.dryRun) {
      const known = task ?? (await taskHere(session, repo ?? "", place));
      return wouldSubmit(known, place, options);
    }
    const { title, type } = options;
    const former = (await formerBranchTask(session.files.directory, place)) ?? undefined;
    const opening = task === undefined ? { title, type, formerTask: former } : {};
    const answer = await session.client.submitWork({ body: { ...body, ...opening } });
    if (task === undefined) await warnAboutUnusedTitle(context, session, answer.task, options);
    if (answer.events.length === 0)
      context.say(`${answer.task} already has this work as round ${answer.round}.`);
    const isOwn = session.credential === "own";
    if (isOwn) context.say(OWN_WORK);
    const asked = { repo, after: answer.task };
    const next = isOwn ? null : await nextAssignmentHere(session, place, asked);
    return {
      schema: "task.submit",
      data: { ...answer, next },
      text: (style) =>
        `${style.paint("good", "Submitted")} ${answer.task} (round ${answer.round}). ${waitingText(answer.turn)}\n` +
        `Follow it with: countersign task show ${answer.task}${afterwards(next)}`,
      plain: [[answer.task, String(answer.round), answer.state]],
    };
  },
});

function afterwards(next: AssignmentView | null): string {
  return next === null
    ? ""
    : `\nNext: ${nextText(next)} Take it with: countersign task claim ${next.task}`;
}

async function repositoryId(context: CommandContext, place: Workplace): Promise<string> {
  return (await repositoryHere(context, await openSession(context), place)).id;
}

async function namedTask(
  context: CommandContext,
  session: CliSession,
  { task }: Options,
): Promise<string | undefined> {
  return task === undefined ? undefined : (await findTaskByWord(context, session, task)).id;
}

async function taskHere(
  session: CliSession,
  repo: string,
  place: Workplace,
): Promise<string | null> {
  return (await openTaskOf(session, await myName(session), repo, place))?.id ?? null;
}

/** Warns that `--title` was not used, because the work continues an open task. */
async function warnAboutUnusedTitle(
  { say }: CommandContext,
  { client }: CliSession,
  task: string,
  { title }: Options,
): Promise<void> {
  const known = title === undefined ? title : (await client.showTask({ task })).title;
  if (known === title || known === undefined) return;
  say(
    `${task} "${display(known)}" is open on this branch, so this is its next round; --title was not used.`,
  );
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
    location: workplaceLocation(place),
  };
}

function workOf({ root, branch }: Workplace, { committed }: Options) {
  if (!committed) return { worktree: root };
  if (branch !== null) return { branch };
  throw new CountersignError("invalid_input", "--committed requires a checked-out branch");
}

const Status = z.enum(["fixed", "answered", "wont_fix"]);

function readAnswer(text: string) {
  const [, finding = "", status, note = ""] = ANSWER.exec(text) ?? [];
  return { finding, status: Status.parse(status), note };
}

function wouldSubmit(task: string | null, { root, branch }: Workplace, { title }: Options) {
  const what = task ?? `a new task "${display(title ?? "")}"`;
  const from = `${display(root)}${branch === null ? "" : ` on ${display(branch)}`}`;
  return wouldDo("submit", { task, root, branch }, () => `Would submit ${what} from ${from}`);
}
