import type { Inbox, State } from "@countersign/api";
import { Section, TaskLine } from "@countersign/api";
import {
  cappedCount,
  INBOX_SECTIONS,
  type InboxSection,
  inboxSection,
  sortBySection,
} from "@countersign/review";
import { z } from "zod";
import { myName } from "../../client/me.ts";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { strandedWork, strandedWorkLines } from "../../client/stranded-work.ts";
import { UNFINISHED_STATES } from "../../client/task-here.ts";
import { waitingMergeLines, waitingMerges } from "../../client/waiting-merges.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, type OptionValues, option, text } from "../../command/options.ts";
import { findConnections } from "../../connections/find-connections.ts";
import { display } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";
import { newNotices, rememberPlaces } from "../../shown/shown-memory.ts";
import { unreportedLines } from "../../views/connections-text.ts";
import {
  heldRepositoryLines,
  trustRequestLines,
  unreadablePolicyLines,
  unreviewedLines,
} from "../../views/repositories-text.ts";
import { taskLinesPlain, taskLinesText } from "../../views/task-lines.ts";

const OPTIONS = {
  section: option(
    "--section <name>",
    Section.optional(),
    "only one section: held, merge, yours, ready, others, reviewers, agents or done",
  ),
  mine: flag("--mine", "only items waiting for you (the default)"),
  all: flag("--all", "also items waiting for others, and items finished today"),
  order: option(
    "--order <how>",
    z.enum(["risk", "oldest", "smallest"]).default("oldest"),
    "risk, oldest or smallest (default: oldest)",
  ),
  limit: option(
    "--limit <n>",
    z.coerce.number().int().min(1).max(500).optional(),
    "maximum number of results",
  ),
  after: text("--after <cursor>", "start after this cursor, which the previous page printed"),
};
type Options = OptionValues<typeof OPTIONS>;

type Line = TaskLine & { section: InboxSection };
type InboxResult = { lines: Line[]; next: string | null; putOff: number; counts: Inbox["counts"] };

const MINE: ReadonlySet<InboxSection> = new Set(["held", "merge", "yours", "ready"]);

/** The sections of the JSON output. It lists an approved task whose merge waits for the caller under `yours`. */
const ListedSection = z.enum(["held", "yours", "ready", "others", "reviewers", "agents", "done"]);
const ListedLine = TaskLine.extend({ section: ListedSection });

/** Keeps readers of the published schema working: it has no section `merge`. */
function toListedLine(line: Line): z.infer<typeof ListedLine> {
  return { ...line, section: line.section === "merge" ? "yours" : line.section };
}

/** Lists the tasks that wait for the caller; with --all, also those that wait for others. */
export const inbox = defineCommand({
  usage: "inbox",
  examples: ["countersign inbox", "countersign inbox --all --order risk"],
  options: OPTIONS,

  output: {
    "inbox.list": z.array(ListedLine),
  },
  async run(context, { options }) {
    const session = await openSession(context);
    const me = await myName(session);
    const [found, repositories, merges] = await Promise.all([
      look(session, me, options),
      session.client.listRepositories(),
      waitingMerges(session.client),
    ]);
    const { worktrees } = await findConnections(context, session, repositories.items);
    const stranded = await strandedWork(context, session, repositories.items);
    const notices = await newNotices(context, session, repositories.items);
    const shown = found.lines.filter(({ section }) => (options.section ?? section) === section);
    const places = placesOf(found, options);
    const columns = { places, me, withRepo: repositories.items.length > 1 };
    if (options.order === "oldest" && options.after === undefined)
      await rememberPlaces(
        context,
        session,
        found.lines.filter(({ task }) => places.has(task)).map(({ task, seq }) => ({ task, seq })),
      );
    return {
      schema: "inbox.list",
      data: shown.map(toListedLine),
      next: found.next,
      plain: taskLinesPlain(shown),
      text: (style) =>
        [
          ...heldRepositoryLines(repositories.items, style),
          ...unreadablePolicyLines(repositories.items, style),
          ...unreviewedLines(repositories.items, style),
          ...trustRequestLines(repositories.items, style),
          ...waitingMergeLines(merges, style),
          ...strandedWorkLines(stranded, style),
          ...unreportedLines(worktrees, style),
          ...notices.map((notice) => display(notice, style)),
          shown.length === 0 ? emptyText(found, options) : sectionsText(shown, style, columns),
          ...(found.next === null ? [] : [`More: countersign inbox --after ${found.next}`]),
          ...(found.putOff === 0 ? [] : [`+${found.putOff} later`]),
          ...(shown.length === 0 ? [] : [nextText(shown, places)]),
        ].join("\n\n"),
    };
  },
});

async function look(session: CliSession, me: string, options: Options): Promise<InboxResult> {
  const { order, limit, after } = options;
  const mine = await session.client.inbox({ order, limit, after });
  const isWide = options.all || (options.section !== undefined && !MINE.has(options.section));
  const items = isWide ? [...mine.items, ...(await othersTasks(session, me, options))] : mine.items;
  const unsorted = items.map((line) => ({ ...line, section: inboxSection(line, me) }));
  const lines = sortBySection(unsorted);
  return { lines, next: mine.next, putOff: mine.putOff, counts: mine.counts };
}

/** What is not this person's turn, and what ended today. */
async function othersTasks(
  { client }: CliSession,
  me: string,
  { order, limit }: Options,
): Promise<TaskLine[]> {
  const [going, ended] = await Promise.all([
    client.listTasks({ state: [...UNFINISHED_STATES], order, limit }),
    client.listTasks({ state: ["done", "rejected"], order: "newest", limit }),
  ]);
  const midnight = new Date().setHours(0, 0, 0, 0);
  return [
    ...going.items.filter(({ turn }) => turn.who !== me),
    ...ended.items.filter(({ updatedMs }) => updatedMs >= midnight),
  ];
}

type Places = ReadonlyMap<string, string>;

/** `@1` means the task that waited longest in the last list, so another order or page has no places to show. */
function placesOf({ lines }: InboxResult, { order, after }: Options): Places {
  if (order !== "oldest" || after !== undefined) return new Map();
  const mine = lines.filter(({ section }) => MINE.has(section));
  return new Map(mine.map(({ task }, index) => [task, `@${index + 1}`]));
}

type Columns = { places: Places; me: string; withRepo: boolean };

function sectionsText(
  shown: readonly Line[],
  style: Style,
  { places, ...columns }: Columns,
): string {
  const parts = Section.options.flatMap((section) => {
    const rows = shown.filter((line) => line.section === section);
    if (rows.length === 0) return [];
    const isPlaced = rows.some(({ task }) => places.has(task));
    const place = ({ task }: TaskLine) => places.get(task) ?? "";
    const table = taskLinesText(rows, style, isPlaced ? { ...columns, place } : columns);
    return [`${style.paint("strong", INBOX_SECTIONS[section])}\n${table}`];
  });
  return parts.join("\n\n");
}

function nextText(shown: readonly Line[], places: Places): string {
  const first = shown.find(({ section }) => MINE.has(section));
  if (first === undefined) return "Look at one with countersign task show <id>.";
  const name = places.get(first.task) ?? first.task;
  if (first.section === "merge") return `See what is in its way: countersign task show ${name}`;
  return first.section === "held"
    ? `See why with countersign why ${name}, then settle it with countersign release ${name}.`
    : `Look with countersign diff ${name}, then countersign approve, redo or reject ${name}.`;
}

function emptyText({ counts }: InboxResult, { section }: Options): string {
  if (section !== undefined) return `Nothing in "${INBOX_SECTIONS[section]}".`;
  const sum = (...states: State[]) => states.reduce((all, state) => all + (counts[state] ?? 0), 0);
  const working = cappedCount(sum("in_progress", "rework", "open"));
  const reviewing = cappedCount(sum("reviewing", "held"));
  const tasks = working === "1" ? "task" : "tasks";
  return `Nothing waits for you. ${working} ${tasks} with agents, ${reviewing} in review.`;
}
