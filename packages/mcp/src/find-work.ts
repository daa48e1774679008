import { CountersignError, findTasksAt, type TaskLine, type TaskView } from "@countersign/api";
import { type Place, refuse, type Session } from "./session.ts";

/** Sent back first, then questions, then what was begun, then what is new. */
const ORDER: readonly TaskView["state"][] = ["rework", "held", "in_progress", "open"];
const MOST_LISTED = 100;

/**
 * The task that an author should work on now: what it has at this place, or else what nobody has begun. Work
 * that the same agent has at another place is told there.
 */
export async function findWork(session: Session): Promise<TaskView | null> {
  const { actor, task } = await session.me();
  if (task !== null) return await workIn(session, task, actor.id);
  const place = await session.place();
  if (place.is === "outside") return null;
  const line = (await ownWork(session, actor.id, place))[0];
  if (line !== undefined) return await session.client.showTask({ task: line.task });
  const former = place.is === "worktree" ? await formerWork(session, place) : null;
  if (former !== null && isFor(former, actor.id)) return former;
  const fresh = await newWork(session, actor.id, place);
  return fresh === undefined ? null : await session.client.showTask({ task: fresh.task });
}

async function workIn(session: Session, task: string, who: string): Promise<TaskView | null> {
  const view = await show(session, task);
  return view !== null && isFor(view, who) ? view : null;
}

/** What waits for the author at this place, the most urgent first. */
export async function ownWork(
  { client }: Session,
  who: string,
  place: Exclude<Place, { is: "outside" }>,
): Promise<TaskLine[]> {
  const lines =
    place.is === "worktree"
      ? await findTasksAt(client, { ...place, author: who })
      : (await client.listTasks({ turn: "agent", who, order: "oldest", limit: MOST_LISTED })).items;
  return lines
    .filter(({ turn, state }) => turn.holder === "agent" && isWork(state))
    .filter(({ turn }) => turn.who === who || (place.is === "worktree" && turn.who === null))
    .filter(({ location }) => place.is === "worktree" || (location?.worktree ?? null) === null)
    .toSorted(byNeed);
}

/** The task that a release without places remembered for the branch, if it still goes on and has no place. */
export async function formerWork(
  session: Session,
  { formerTask }: Extract<Place, { is: "worktree" }>,
): Promise<TaskView | null> {
  const view = formerTask === null ? null : await show(session, formerTask);
  const { actor } = await session.me();
  if (view === null || view.location !== null || !view.authors.includes(actor.id)) return null;
  return view.state === "done" || view.state === "rejected" ? null : view;
}

/** Work that has no place yet: first what is assigned to the author, then what is assigned to no one. */
async function newWork(
  { client }: Session,
  who: string,
  place: Place,
): Promise<TaskLine | undefined> {
  const { items } = await client.listTasks({
    state: ["open", "rework"],
    turn: "agent",
    order: "oldest",
    limit: MOST_LISTED,
    ...(place.is === "worktree" && { repo: place.repo }),
  });
  const paused = await pausedTasks(client, items);
  const unbegun = items
    .filter(({ turn, location }) => turn.holder === "agent" && location === null)
    .filter(({ task }) => !paused.has(task))
    .toSorted(byNeed);
  return (
    unbegun.find(({ turn, state }) => turn.who === who && state === "open") ??
    unbegun.find(({ turn, state }) => turn.who === null && isWork(state))
  );
}

/** The tasks of a paused sprint: work that begins on them is refused. */
async function pausedTasks(
  client: Session["client"],
  lines: readonly TaskLine[],
): Promise<ReadonlySet<string>> {
  const { sprint } = lines.length === 0 ? { sprint: null } : await client.showSprint();
  const tasks = sprint?.state === "paused" ? sprint.tasks : [];
  return new Set(tasks.map(({ task }) => task));
}

function byNeed(a: TaskLine, b: TaskLine): number {
  return (
    ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
    a.priority.localeCompare(b.priority) ||
    a.updatedMs - b.updatedMs
  );
}

function isWork(state: TaskView["state"]): boolean {
  return ORDER.includes(state);
}

function isFor({ turn, state }: TaskView, who: string): boolean {
  return turn.holder === "agent" && isWork(state) && (turn.who === who || turn.who === null);
}

async function show({ client }: Session, task: string): Promise<TaskView | null> {
  try {
    return await client.showTask({ task });
  } catch (error) {
    if (error instanceof CountersignError && error.code === "not_found") return null;
    throw error;
  }
}

/** The named task, or the one that is worked on. */
export async function taskOrWork(session: Session, task: string | undefined): Promise<TaskView> {
  const view = task === undefined ? await findWork(session) : await named(session, task);
  return view ?? refuse("no_assignment", "There is no open assignment");
}

/** Commands name their task in full; agents may give its beginning. */
export async function named({ client }: Session, task: string): Promise<TaskView> {
  return await client.showTask({ task });
}
