import { type RepositoryLine, type TaskView, toShown } from "@countersign/api";
import type { CliSession } from "../client/open-session.ts";
import { isPersonHere } from "../client/require-person.ts";
import type { CommandContext } from "../command/context.ts";
import {
  type Place,
  readShown,
  type ShownTask,
  type ShownToPerson,
  writeShown,
} from "./shown-file.ts";

/** What this person was last shown by this program. */
export type ShownMemory = {
  task(id: string): ShownTask | null;
  tip(repo: string): string | null;
  /** The list that places such as `@1` are about; null: none was shown. */
  places: readonly Place[] | null;
};

export function shownTask(view: TaskView): ShownTask {
  return { ...toShown(view), offered: view.hold?.offeredTree ?? null };
}

export async function openMemory(
  context: CommandContext,
  session: CliSession,
): Promise<ShownMemory> {
  const { tasks, tips, places } = await readShown(
    session.files.directory,
    await personOf(context, session),
  );
  return {
    task(id) {
      const found = tasks.find(({ task }) => task === id);
      return found === undefined
        ? null
        : { round: found.round, tree: found.tree, offered: found.offered };
    },
    tip: (repo) => tips.find((one) => one.repo === repo)?.tip ?? null,
    places,
  };
}

export async function rememberTask(
  context: CommandContext,
  session: CliSession,
  task: string,
  shown: ShownTask,
): Promise<void> {
  await remember(context, session, ({ tasks, ...rest }) => ({
    ...rest,
    tasks: [...tasks.filter((one) => one.task !== task), { task, ...shown }],
  }));
}

export async function rememberPlaces(
  context: CommandContext,
  session: CliSession,
  places: readonly Place[],
): Promise<void> {
  await remember(context, session, (known) => ({ ...known, places: [...places] }));
}

/** Where the targets of held repositories are. */
export async function rememberTips(
  context: CommandContext,
  session: CliSession,
  lines: readonly RepositoryLine[],
): Promise<void> {
  const found = lines.flatMap(({ id, found: tip }) => (tip === null ? [] : [{ repo: id, tip }]));
  if (found.length === 0) return;
  const repos = new Set(found.map(({ repo }) => repo));
  await remember(context, session, ({ tips, ...rest }) => ({
    ...rest,
    tips: [...tips.filter(({ repo }) => !repos.has(repo)), ...found],
  }));
}

/** What is new for repositories of an older release, each for one look of the person; then it is remembered. */
export async function newNotices(
  context: CommandContext,
  session: CliSession,
  lines: readonly RepositoryLine[],
): Promise<string[]> {
  if (!isPersonHere(context) || lines.every(({ notice }) => notice === null)) return [];
  const person = await personOf(context, session);
  const { notices } = await readShown(session.files.directory, person);
  const fresh = unseenNotices(lines, notices);
  const ids = fresh.map(({ id }) => id);
  if (ids.length > 0)
    await remember(context, session, (known) => ({
      ...known,
      notices: [...known.notices, ...ids],
    }));
  return fresh.map(({ id, notice }) => `${id}: ${notice}`);
}

/** The notices of repositories that are not among those whose notice was shown. */
export function unseenNotices(
  lines: readonly Pick<RepositoryLine, "id" | "notice">[],
  seen: readonly string[],
): { id: string; notice: string }[] {
  return lines.flatMap(({ id, notice }) =>
    notice === null || seen.includes(id) ? [] : [{ id, notice }],
  );
}

/** Output that no person sees, because an agent or a script reads it, was not shown to the person. */
async function remember(
  context: CommandContext,
  session: CliSession,
  change: (known: ShownToPerson) => ShownToPerson,
): Promise<void> {
  if (!isPersonHere(context)) return;
  const { directory } = session.files;
  const person = await personOf(context, session);
  await writeShown(directory, person, change(await readShown(directory, person)));
}

async function personOf({ server }: CommandContext, { client }: CliSession): Promise<string> {
  const { org, actor } = await client.me();
  return `${server ?? "local"} ${org} ${actor.id}`;
}
