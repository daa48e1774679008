import type { Finding } from "@countersign/core";
import { type Fields, fieldsOf, listIn, numberIn, textIn } from "../files/json-fields.ts";
import type { EngineGlance } from "./engine-reader.ts";

/** A task as a hook must know it. */
export type TaskGlance = {
  id: string;
  state: string;
  /** The agent whose turn it is; null: any, undefined: no agent's. */
  turn: string | null | undefined;
  round: number;
  /** The content of the last round. */
  tree: string | null;
  /** What its author said about it: `DONE`, or that it is not. */
  signal: string | null;
  attempt: number;
  repo: string | null;
  authors: readonly string[];
  /** The engine knows where its work is. */
  hasLocation: boolean;
  /** Checks of the last round that found something, with what they found. */
  objections: readonly { by: string; findings: readonly Fields[] }[];
  hold: { kind: string; person: string; isLimit: boolean } | null;
  findings: readonly Open[];
};

type Open = Pick<Finding, "id" | "file" | "line" | "endLine"> & { isOpen: boolean };

export async function glanceAtTask(engine: EngineGlance, task: string): Promise<TaskGlance | null> {
  const fields = await engine.get(`/tasks/${encodeURIComponent(task)}`);
  const [id, state] = [textIn(fields?.id), textIn(fields?.state)];
  if (fields === null || id === null || state === null) return null;
  const round = fieldsOf(fields.round);
  return {
    id,
    state,
    turn: turnIn(fields.turn),
    round: numberIn(round.number) ?? 0,
    tree: textIn(fieldsOf(round.content).tree),
    signal: textIn(round.signal),
    attempt: numberIn(fields.attempt) ?? 1,
    repo: textIn(fields.repo),
    authors: listIn(fields.authors).flatMap((one) => textIn(one) ?? []),
    hasLocation: textIn(fieldsOf(fields.location).branch) !== null,
    objections: objectionsIn(fields),
    hold: holdIn(fields.hold),
    findings: listIn(fields.findings).flatMap(findingIn),
  };
}

function turnIn(value: unknown): TaskGlance["turn"] {
  const { holder, who } = fieldsOf(value);
  return holder === "agent" ? textIn(who) : undefined;
}

function holdIn(value: unknown): TaskGlance["hold"] {
  const { kind, inTurn, reasons } = fieldsOf(value);
  const word = textIn(kind);
  if (word === null) return null;
  const isLimit = listIn(reasons).some((one) => fieldsOf(one).code === "limit_attempts");
  return { kind: word, person: textIn(inTurn) ?? "a person", isLimit };
}

function objectionsIn({ round, findings }: Fields): TaskGlance["objections"] {
  const requirements = listIn(fieldsOf(round).requirements).map(fieldsOf);
  const verdicts = requirements
    .filter(({ kind }) => kind === "check")
    .flatMap((requirement) => listIn(requirement.verdicts).map(fieldsOf));
  return verdicts.flatMap((verdict) => {
    const by = textIn(verdict.by);
    if (by === null || (verdict.opinion !== "concerns" && verdict.opinion !== "blocker")) return [];
    const raised = new Set(listIn(verdict.findings));
    const all = listIn(findings).map(fieldsOf);
    return [{ by, findings: all.filter(({ id }) => raised.has(id)) }];
  });
}

/** Those that stand against the change. */
function findingIn(value: unknown): Open[] {
  const fields: Fields = fieldsOf(value);
  const is = fieldsOf(fields.disposition).is;
  const id = textIn(fields.id);
  if (id === null || (is !== "open" && is !== "disputed")) return [];
  return [
    {
      id,
      isOpen: is === "open",
      ...present("file", textIn(fields.file)),
      ...present("line", numberIn(fields.line)),
      ...present("endLine", numberIn(fields.endLine)),
    },
  ];
}

function present<Name extends string, Value>(name: Name, value: Value | null) {
  return value === null ? {} : { [name]: value };
}

/** What an agent has left open of what reviewers found in an earlier round. */
export type LeftOpen = {
  task: string;
  round: number;
  findings: readonly Pick<Finding, "id" | "file" | "line" | "endLine">[];
  /** Something was said about one of them, so the author knows of them. */
  isTouched: boolean;
  /** Another round may be submitted; otherwise the task belongs to a person. */
  hasRoundsLeft: boolean;
};

/** Work that can be submitted again came back to this agent. */
function isBack({ state, turn }: TaskGlance, agent: string): boolean {
  const isWork = state === "rework" || state === "in_progress";
  return isWork && (turn === agent || turn === null);
}

/** What the agent has left open, for the question whether it may stop. */
export function leftOpen(task: TaskGlance, agent: string): LeftOpen | null {
  if (!isBack(task, agent) || task.round === 0) return null;
  const { id, round, findings } = task;
  return {
    task: id,
    round,
    findings: findings.filter(({ isOpen }) => isOpen),
    isTouched: findings.some(({ isOpen }) => !isOpen),
    hasRoundsLeft: task.hold === null,
  };
}

/** Whether the agent should be told something before it works on. */
export function hasNotice(task: TaskGlance, agent: string): boolean {
  return task.state === "held" || (task.state === "rework" && isBack(task, agent));
}
