import { CountersignError, type TaskLine, type TaskView } from "@countersign/api";
import { refuse, type Session } from "./session.ts";

/** Sent back first, then questions, then what was begun, then what is new. */
const ORDER: readonly TaskView["state"][] = ["rework", "held", "in_progress", "open"];
const MOST_LISTED = 100;

/** The task that an author should work on now: this branch's, its own, or one that nobody has. */
export async function findWork(session: Session): Promise<TaskView | null> {
  const { actor, task } = await session.me();
  const place = await session.place();
  for (const known of [task, place.task]) {
    const view = known === null ? null : await show(session, known);
    if (view !== null && isFor(view, actor.id)) return view;
  }
  if (task !== null) return null;
  const line =
    (await ownWork(session, actor.id, place.repo)) ?? (await freeWork(session, place.repo));
  return line === undefined ? null : await session.client.showTask({ task: line.task });
}

async function ownWork({ client }: Session, who: string, repo: string | null) {
  const { items } = await client.listTasks({
    turn: "agent",
    who,
    order: "oldest",
    limit: MOST_LISTED,
    ...(repo !== null && { repo }),
  });
  const mine = items.filter(({ turn }) => turn.holder === "agent" && turn.who === who);
  return mine.toSorted(byNeed)[0];
}

async function freeWork({ client }: Session, repo: string | null) {
  const { items } = await client.listTasks({
    state: ["open", "rework"],
    turn: "agent",
    order: "oldest",
    limit: MOST_LISTED,
    ...(repo !== null && { repo }),
  });
  const free = items.filter(({ turn, state }) => turn.who === null && isWork(state));
  return free.filter(({ turn }) => turn.holder === "agent").toSorted(byNeed)[0];
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
