import { ReplayLine } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag } from "../../command/options.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";

const FAILED = 1;
const PAGE = 50;

/** A difference is expected only if another version made the decision. */
const EXPLAINED = "other_version";

export const replay = defineCommand({
  usage: "replay [task]",
  examples: ["countersign replay cs-ab12", "countersign replay --all"],
  options: {
    all: flag("--all", "every task"),
  },
  takes: "task",
  output: {
    "replay.list": z.array(ReplayLine),
  },
  async run(context, { args, options }) {
    const { all = false } = options;
    const { task: word } = args;
    if (all === (word !== undefined))
      throw new CountersignError("invalid_input", "No task was named", {
        hint: "Name a task, such as countersign replay cs-ab12, or use --all",
      });
    const session = await openSession(context);
    const found =
      word === undefined
        ? await replayAll(session)
        : await replayOne(session, (await findTaskByWord(context, session, word)).id);
    const wrong = found.shown.some(({ differences }) =>
      differences.some(({ result }) => result !== EXPLAINED),
    );
    return {
      schema: "replay.list",
      data: found.shown,
      plain: found.shown.flatMap(({ task, differences }) =>
        differences.map(({ seq, result }) => [task, String(seq), result]),
      ),
      text: (style) => replayText(found, style),
      exitCode: wrong ? FAILED : 0,
    };
  },
});

type ReplayResult = { shown: ReplayLine[]; tasks: number; decisions: number; archived: number };

async function replayOne({ client }: CliSession, task: string): Promise<ReplayResult> {
  const { items } = await client.replay({ task });
  const decisions = items.reduce((sum, item) => sum + item.decisions, 0);
  return { shown: items, tasks: items.length, decisions, archived: countArchived(items) };
}

function countArchived(items: readonly ReplayLine[]): number {
  return items.filter(({ archived }) => archived !== null).length;
}

/** All tasks; only those that differ are kept. */
async function replayAll({ client }: CliSession): Promise<ReplayResult> {
  const found: ReplayResult = { shown: [], tasks: 0, decisions: 0, archived: 0 };
  let after: string | undefined;
  for (;;) {
    const { items, next } = await client.replay({ limit: PAGE, after });
    found.tasks += items.length;
    found.archived += countArchived(items);
    found.decisions += items.reduce((sum, item) => sum + item.decisions, 0);
    found.shown.push(...items.filter(({ differences }) => differences.length > 0));
    if (next === null) return found;
    after = next;
  }
}

const WORDS: Readonly<Record<ReplayLine["differences"][number]["result"], string>> = {
  different: "the decision comes out otherwise",
  unknown_policy: "the policy that it was made under is not kept",
  other_version: "it was made by another version of the rules",
  state: "the log folds into another state than is stored",
  unreadable: "the log cannot be read",
};

function replayText(result: ReplayResult, style: Style): string {
  const { shown, tasks, decisions, archived } = result;
  const lines = shown.flatMap(({ task, differences }) =>
    differences.map(({ seq, result }) => `  ${display(task)} entry ${seq}: ${WORDS[result]}`),
  );
  const counted = `${decisions} decisions of ${tasks - archived} tasks${archivedText(result)}`;
  if (tasks === archived && tasks > 0) return `nothing was replayed: ${counted}`;
  if (lines.length === 0) return `${style.paint("good", "the same, byte for byte")}: ${counted}`;
  return [`${style.paint("bad", "not the same")}: ${counted}`, ...lines].join("\n");
}

function archivedText({ archived, shown }: ReplayResult): string {
  const months = new Set(shown.flatMap((line) => line.archived ?? []));
  const named = months.size === 0 ? "" : ` with ${[...months].join(", ")}`;
  return archived === 0
    ? ""
    : `; ${archived} archived${named} (restore: countersign server unarchive <file>)`;
}
