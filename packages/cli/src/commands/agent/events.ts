import { parseEventLine } from "@countersign/core";
import { z } from "zod";
import { lastTaskHere } from "../../client/task-here.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { exitCodeOf, failureOf } from "../../output/failure.ts";
import { EXIT_CODES } from "../../runtime/exit-codes.ts";
import type { AgentReporter } from "../../watch/act-on.ts";
import { openAgentReporter } from "../../watch/agent-voice.ts";
import { followStream } from "../../watch/follow-file.ts";
import { findWorkplace } from "../../workplace/find-workplace.ts";

type EventOutcome = {
  line: number;
  task: string | null;
  outcome: "noted" | "refused";
  says: string;
};
type Known = { voice: AgentReporter; task: string | null };
type EventReport = EventOutcome & { code: number };

/** Records the events of an agent, one JSON object per line, as they arrive. */
export const events = defineCommand({
  usage: "events",
  examples: [
    "my-agent --events | countersign events --agent my-agent",
    'echo \'{"type":"milestone","summary":"it builds"}\' | countersign events --agent codex',
  ],
  options: {
    agent: text("--agent <name>", "the agent (default: the one that runs this command)"),
    task: text("--task <id>", "the task of events that name none (default: this branch's task)"),
  },

  output: {
    "events.end": z.array(
      z.object({
        line: z.int(),
        task: z.string().nullable(),
        outcome: z.enum(["noted", "refused"]),
        says: z.string(),
      }),
    ),
  },
  async run(context, { options }) {
    const { voice, close } = await openAgentReporter(context, options.agent);
    const known = { voice, task: options.task ?? (await taskHere(context, voice)) };
    const noted: EventReport[] = [];
    let count = 0;
    let work = Promise.resolve();
    const take = async (line: string): Promise<void> => {
      count += 1;
      if (line.trim() === "") return;
      const one = await report(line, count, known);
      noted.push(one);
      context.say(`${one.outcome} line ${one.line}: ${display(one.says)}`);
    };
    try {
      await followStream(process.stdin, (lines) => {
        for (const line of lines) work = work.then(() => take(line));
      });
      await work;
    } finally {
      await close();
    }
    return {
      schema: "events.end",
      data: noted.map(({ code: _, ...rest }) => rest),
      text: () => "",
      plain: noted.map(({ line, outcome, task, says }) => [
        String(line),
        outcome,
        task ?? "",
        says,
      ]),
      exitCode: Math.max(0, ...noted.map(({ code }) => code)),
    };
  },
});

async function taskHere(
  { directory, env }: CommandContext,
  { author: client }: AgentReporter,
): Promise<string | null> {
  const place = await findWorkplace(directory).catch(() => null);
  return place === null ? null : await lastTaskHere({ client, files: localFiles(env) }, place);
}

async function report(text: string, line: number, { voice, task }: Known): Promise<EventReport> {
  const read = parseEventLine(text);
  const usage = EXIT_CODES.usage.code;
  if (!read.ok) return { line, task: null, outcome: "refused", says: read.reason, code: usage };
  const { type, summary, agent } = read.event;
  const about = read.event.task ?? task;
  if (agent !== undefined && agent !== voice.agent) {
    const says = `says that it is ${agent}'s, and comes from ${voice.agent}`;
    return { line, task: about, outcome: "refused", says, code: EXIT_CODES.notAllowed.code };
  }
  if (about === null) {
    const says = "names no task, and this branch has none";
    return { line, task: null, outcome: "refused", says, code: usage };
  }
  try {
    const body = { trigger: type, summary };
    const answer = await voice.author.reportEvent({ task: about, body });
    const started = answer.events.includes("checkup_started") ? "; a review has started" : "";
    return {
      line,
      task: answer.task,
      outcome: "noted",
      says: `${type} of ${answer.task}${started}`,
      code: 0,
    };
  } catch (error) {
    const failure = failureOf(error);
    return {
      line,
      task: about,
      outcome: "refused",
      says: failure.message,
      code: exitCodeOf(failure),
    };
  }
}
