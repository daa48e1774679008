import type { RequirementView, TaskView } from "@countersign/api";
import type { mayAct, TextAction } from "@countersign/core";

type Expected = NonNullable<Parameters<typeof mayAct>[2]>;

/** The requirement that an actor's answer would satisfy; null when no requirement waits for that actor. */
export function reviewSeat(view: TaskView, who: string): RequirementView | null {
  return waiting(view).find((one) => !one.human && one.who.includes(who)) ?? null;
}

/** The actor whose answer a task waits for; null when it waits for none. */
export function expectedForms(
  view: TaskView,
  act: TextAction["act"],
  who: string,
): Expected | null {
  if (act === "submit") {
    if (view.turn.holder !== "agent") return null;
    return { who: [view.turn.who ?? who], human: false };
  }
  const [first] = waiting(view);
  const seat = reviewSeat(view, who) ?? first;
  return seat === undefined ? null : { who: seat.who, human: seat.human };
}

function waiting({ round, state }: TaskView): RequirementView[] {
  if (round === null || state !== "reviewing") return [];
  return round.requirements.filter(({ status }) => status === "waiting");
}
