import type { RequirementView, TaskView } from "@countersign/api";
import { resolveTask } from "./find-work.ts";
import { type AgentLocation, type McpSession, refuseCall } from "./session.ts";

/** A requirement of one round that waits for a reviewer. */
export type ReviewerSeat = {
  view: TaskView;
  requirement: RequirementView;
  round: number;
  tree: string;
};

const MAX_LISTED = 50;
const SEAT = /^([^/]+)\/(.{1,200})@([1-9][0-9]{0,8})$/s;

/** Includes the round in the id, so a verdict never counts for work that its reviewer has not seen. */
export function seatId({ view, requirement, round }: ReviewerSeat): string {
  return `${view.id}/${requirement.id}@${round}`;
}

/** Finds the oldest requirement that waits for the calling reviewer. */
export async function findSeat(session: McpSession): Promise<ReviewerSeat | null> {
  const [first] = await findSeats(session, 1);
  return first ?? null;
}

/** Finds the requirements that wait for the calling reviewer, one per task, oldest first. */
export async function findSeats(session: McpSession, most: number): Promise<ReviewerSeat[]> {
  const { actor, task } = await session.me();
  if (task !== null) {
    const only = seatIn(await resolveTask(session, task), actor.id);
    return only === null ? [] : [only];
  }
  const place = await session.place();
  if (place.is === "outside") return [];
  const seats: ReviewerSeat[] = [];
  for (const line of await inReview(session, place)) {
    const seat = seatIn(await resolveTask(session, line.task), actor.id);
    if (seat !== null) seats.push(seat);
    if (seats.length === most) break;
  }
  return seats;
}

/** Lists tasks that wait for reviewers, oldest first. */
async function inReview({ client }: McpSession, place: AgentLocation) {
  const { items } = await client.listTasks({
    state: ["reviewing"],
    order: "oldest",
    limit: MAX_LISTED,
    ...(place.is === "worktree" && { repo: place.repo }),
  });
  return items.filter(({ turn, state }) => turn.holder !== "person" && state === "reviewing");
}

function seatIn(view: TaskView, who: string): ReviewerSeat | null {
  const { round } = view;
  if (round === null || view.state !== "reviewing" || view.authors.includes(who)) return null;
  const requirement = round.requirements.find((one) => isOpenFor(one, who));
  if (requirement === undefined) return null;
  return { view, requirement, round: round.number, tree: round.content.tree };
}

function isOpenFor({ human, status, who, verdicts }: RequirementView, me: string): boolean {
  return (
    !human && status === "waiting" && who.includes(me) && !verdicts.some(({ by }) => by === me)
  );
}

/** Reads the seat that an assignment id names; refuses if the reviewer may not take it. */
export async function readSeat(session: McpSession, assignment: string): Promise<ReviewerSeat> {
  const [, task, id, given] = SEAT.exec(assignment) ?? [];
  if (task === undefined || id === undefined || given === undefined)
    return refuseCall("invalid_input", "assignment_id: use the id that get_my_assignment gave.");
  const view = await resolveTask(session, task);
  const { actor } = await session.me();
  const { round } = view;
  if (round === null)
    return refuseCall("wrong_state", `${view.id} is ${view.state}`, {
      task: view.id,
      state: view.state,
    });
  const requirement = round.requirements.find((one) => one.id === id);
  if (round.number !== Number(given))
    return refuseCall("stale_round", "", { task: view.id, round: round.number, given });
  if (requirement === undefined) return refuseCall("not_found", `${view.id} asks for no ${id}.`);
  requireMine(view, requirement, actor.id);
  return { view, requirement, round: round.number, tree: round.content.tree };
}

function requireMine(view: TaskView, { human, who, kind }: RequirementView, me: string): void {
  if (human) {
    const person = view.turn.holder === "person" ? view.turn.who : "a person";
    refuseCall("human_only", "", { layer: kind, person });
  }
  if (view.authors.includes(me)) refuseCall("self_review", "", { task: view.id, layer: kind });
  const turn = who.join(", ");
  if (!who.includes(me))
    refuseCall("not_your_turn", `${view.id} is assigned to ${turn}`, { task: view.id, turn });
}
