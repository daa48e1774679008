import { isAbsolute, resolve } from "node:path";
import type { Suggestion, TextAction } from "@countersign/core";
import { z } from "zod";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, type OptionValues, option, text } from "../../command/options.ts";
import { display, displayShort } from "../../output/display.ts";
import { exitCodeOf, failureOf } from "../../output/failure.ts";
import { addCleanup } from "../../runtime/early-exit.ts";
import { type AgentReporter, reportFound } from "../../watch/act-on.ts";
import { openAgentReporter } from "../../watch/agent-voice.ts";
import { createBatches } from "../../watch/batches.ts";
import { followFile, followStream } from "../../watch/follow-file.ts";
import { mergeFound } from "../../watch/merge-found.ts";
import { readMarkers } from "../../watch/read-markers.ts";
import {
  createPlainReader,
  createTranscriptReader,
  type FoundText,
  type TextForms,
} from "../../watch/text-reader.ts";

const OPTIONS = {
  agent: text("--agent <name>", "the agent (default: the one that runs this command)"),
  once: flag("--once", "read once from the beginning, then exit"),
  format: option(
    "--format <name>",
    z.enum(["plain", "transcript"]).optional(),
    "plain or transcript (default: transcript for .jsonl)",
  ),
};
type Options = OptionValues<typeof OPTIONS>;

type Done = { act: TextAction["act"]; task: string; outcome: string; code: number };
type Item = TextAction | Suggestion;

const SHOWN = 80;

/** Reads an agent's transcripts and logs, and does what its own words ask for; never in a person's name. */
export const watch = defineCommand({
  usage: "watch <files...>",
  examples: [
    "countersign watch --agent claude-code ~/.claude/projects/shop/session.jsonl",
    "countersign watch --agent my-agent --once agent.log",
  ],
  options: OPTIONS,
  takes: "file",
  output: {
    "watch.end": z.array(
      z.object({
        act: z.enum(["submit", "approve", "reject"]),
        task: z.string(),
        outcome: z.string(),
      }),
    ),
  },
  async run(context, { args, options }) {
    const { forms, debounceMs } = await readMarkers(context);
    const { voice, close } = await openAgentReporter(context, options.agent);
    const done: Done[] = [];
    const batches = createBatches<Item>(debounceMs, async (items) => {
      done.push(...(await doBatch(context, voice, items)));
    });
    try {
      await readAll(context, args.files, {
        options,
        forms,
        onFound: (found) => batches.add(all(found)),
      });
      await batches.end();
    } finally {
      await close();
    }
    return {
      schema: "watch.end",
      data: done.map(({ act, task, outcome }) => ({ act, task, outcome })),
      text: () => "",
      plain: done.map(({ act, task, outcome }) => [act, task, outcome]),
      exitCode: Math.max(0, ...done.map(({ code }) => code)),
    };
  },
});

function all({ actions, suggestions }: FoundText): Item[] {
  return [...actions, ...suggestions];
}

type Reading = { options: Options; forms: TextForms; onFound(found: FoundText): void };

/** Runs until every file is read (`--once`), stdin has ended, or the program is interrupted. */
async function readAll(
  { directory }: CommandContext,
  files: readonly string[],
  { options, forms, onFound }: Reading,
): Promise<void> {
  const abort = new AbortController();
  if (options.once) abort.abort();
  const follow = async (name: string): Promise<void> => {
    const isTranscript =
      options.format === "transcript" || (options.format === undefined && name.endsWith(".jsonl"));
    const reader = isTranscript ? createTranscriptReader(forms) : createPlainReader(forms);
    const onLines = (lines: string[], isOld: boolean): void => {
      const found = reader.read(lines); // also what is old: something may be open in it
      if (!isOld || options.once) onFound(found);
    };
    if (name === "-") return await followStream(process.stdin, (lines) => onLines(lines, false));
    const path = isAbsolute(name) ? name : resolve(directory, name);
    await followFile(path, { signal: abort.signal, onLines });
  };
  const reading = Promise.all(files.map(follow));
  const stay = addCleanup(async () => {
    abort.abort();
    await reading;
  });
  try {
    await reading;
  } finally {
    stay();
  }
}

async function doBatch(
  context: CommandContext,
  voice: AgentReporter,
  items: readonly Item[],
): Promise<Done[]> {
  const actions = items.filter((item) => "act" in item);
  for (const item of items) {
    if ("reason" in item) {
      context.say(
        `not done, ${item.reason.replaceAll("_", " ")}: ${displayShort(item.text, SHOWN)}`,
      );
    }
  }
  const { act, contradicting } = mergeFound(actions);
  for (const { task } of contradicting) context.say(`not done, contradiction: ${display(task)}`);
  const done: Done[] = [];
  for (const action of act) {
    const one = await doOne(action, voice);
    context.say(display(one.outcome));
    done.push(one);
  }
  return done;
}

async function doOne(action: TextAction, voice: AgentReporter): Promise<Done> {
  const { act, task } = action;
  try {
    return { act, task, outcome: await reportFound(action, voice), code: 0 };
  } catch (error) {
    const failure = failureOf(error);
    return { act, task, outcome: `refused ${task}: ${failure.message}`, code: exitCodeOf(failure) };
  }
}
