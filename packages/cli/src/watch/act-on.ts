import { createHash } from "node:crypto";
import type { Client, RequirementView, TaskView } from "@countersign/api";
import { CountersignError, mayAct, type TextAction, type WorkLocation } from "@countersign/core";

/** The agent whose words these are, with a credential for each kind of deed. */
export type AgentReporter = {
  agent: string;
  author: Client;
  reviewer: Client;
  /** Where its work is; null outside a repository. */
  location: WorkLocation | null;
};

/** Does what a text asks for, as the agent that said it; refused like any other call of that agent. */
export async function reportFound(action: TextAction, voice: AgentReporter): Promise<string> {
  const { act, task } = action;
  const { agent, author } = voice;
  const view = await author.showTask({ task });
  const speaker = { id: agent, kind: "agent", channel: "authenticated" } as const;
  const may = mayAct(action, speaker, expectedForms(view, act, agent));
  if (!may.ok) throw new CountersignError("not_your_turn", may.reason);
  if (act === "submit") return await submit(view, action, voice);
  return await answer(view, action, voice);
}

async function submit(
  { id, seq }: TaskView,
  { chainType }: TextAction,
  { author, agent, location }: AgentReporter,
): Promise<string> {
  const worktree = location?.worktree ?? null;
  if (worktree === null || location === null) {
    throw new CountersignError("invalid_input", `This directory has no work of ${id}`);
  }
  const body = { task: id, from: { worktree }, askedType: chainType, location };
  const key = keyOf(agent, id, seq, "submit");
  const { round } = await author.submitWork({ body, key });
  return `submitted ${id}, round ${round}`;
}

async function answer(
  view: TaskView,
  { act, feedback }: TextAction,
  { agent, reviewer }: AgentReporter,
): Promise<string> {
  const seat = reviewSeat(view, agent);
  const { id, round } = view;
  if (seat === null || round === null) {
    throw new CountersignError("not_your_turn", `Task ${id} is not waiting for ${agent}`);
  }
  const opinion = act === "approve" ? ("approved" as const) : ("concerns" as const);
  const body = {
    round: round.number,
    tree: round.content.tree,
    requirement: seat.id,
    opinion,
    summary: feedback ?? "",
    findings: [],
  };
  await reviewer.recordVerdict({
    task: id,
    body,
    key: keyOf(agent, id, round.number, seat.id, opinion),
  });
  return `${act === "approve" ? "approved" : "sent back"} ${id} for ${seat.id}`;
}

/** The same words about the same state of a task are one deed, however often they are read. */
function keyOf(...parts: readonly (string | number)[]): string {
  return createHash("sha256")
    .update(JSON.stringify(["text", ...parts]))
    .digest("hex")
    .slice(0, 40);
}

type Expected = NonNullable<Parameters<typeof mayAct>[2]>;

/** The requirement that an actor's answer would satisfy; null when no requirement waits for that actor. */
function reviewSeat(view: TaskView, who: string): RequirementView | null {
  return waiting(view).find((one) => !one.human && one.who.includes(who)) ?? null;
}

/** The actor whose answer a task waits for; null when it waits for none. */
function expectedForms(view: TaskView, act: TextAction["act"], who: string): Expected | null {
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
