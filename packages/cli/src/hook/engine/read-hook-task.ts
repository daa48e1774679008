import type { Finding } from "@countersign/core";
import { type Fields, readFields, readList, readNumber, readText } from "../files/json-fields.ts";
import type { EngineReader } from "./engine-reader.ts";

/** A task as a hook must know it. */
export type HookTask = {
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

export async function readHookTask(engine: EngineReader, task: string): Promise<HookTask | null> {
  const fields = await engine.get(`/tasks/${encodeURIComponent(task)}`);
  const [id, state] = [readText(fields?.id), readText(fields?.state)];
  if (fields === null || id === null || state === null) return null;
  const round = readFields(fields.round);
  return {
    id,
    state,
    turn: turnIn(fields.turn),
    round: readNumber(round.number) ?? 0,
    tree: readText(readFields(round.content).tree),
    signal: readText(round.signal),
    attempt: readNumber(fields.attempt) ?? 1,
    repo: readText(fields.repo),
    authors: readList(fields.authors).flatMap((one) => readText(one) ?? []),
    hasLocation: readText(readFields(fields.location).branch) !== null,
    objections: objectionsIn(fields),
    hold: holdIn(fields.hold),
    findings: readList(fields.findings).flatMap(findingIn),
  };
}

function turnIn(value: unknown): HookTask["turn"] {
  const { holder, who } = readFields(value);
  return holder === "agent" ? readText(who) : undefined;
}

function holdIn(value: unknown): HookTask["hold"] {
  const { kind, inTurn, reasons } = readFields(value);
  const word = readText(kind);
  if (word === null) return null;
  const isLimit = readList(reasons).some((one) => readFields(one).code === "limit_attempts");
  return { kind: word, person: readText(inTurn) ?? "a person", isLimit };
}

function objectionsIn({ round, findings }: Fields): HookTask["objections"] {
  const requirements = readList(readFields(round).requirements).map(readFields);
  const verdicts = requirements
    .filter(({ kind }) => kind === "check")
    .flatMap((requirement) => readList(requirement.verdicts).map(readFields));
  return verdicts.flatMap((verdict) => {
    const by = readText(verdict.by);
    if (by === null || (verdict.opinion !== "concerns" && verdict.opinion !== "blocker")) return [];
    const raised = new Set(readList(verdict.findings));
    const all = readList(findings).map(readFields);
    return [{ by, findings: all.filter(({ id }) => raised.has(id)) }];
  });
}

/** Those that stand against the change. */
function findingIn(value: unknown): Open[] {
  const fields: Fields = readFields(value);
  const is = readFields(fields.disposition).is;
  const id = readText(fields.id);
  if (id === null || (is !== "open" && is !== "disputed")) return [];
  return [
    {
      id,
      isOpen: is === "open",
      ...present("file", readText(fields.file)),
      ...present("line", readNumber(fields.line)),
      ...present("endLine", readNumber(fields.endLine)),
    },
  ];
}

function present<Name extends string, Value>(name: Name, value: Value | null) {
  return value === null ? {} : { [name]: value };
}

/** What an agent has left open of what reviewers found in an earlier round. */
export type OpenFeedback = {
  task: string;
  round: number;
  findings: readonly Pick<Finding, "id" | "file" | "line" | "endLine">[];
  /** Something was said about one of them, so the author knows of them. */
  isTouched: boolean;
  /** Another round may be submitted; otherwise the task belongs to a person. */
  hasRoundsLeft: boolean;
};

/** Work that can be submitted again came back to this agent. */
function isBack({ state, turn }: HookTask, agent: string): boolean {
  const isWork = state === "rework" || state === "in_progress";
  return isWork && (turn === agent || turn === null);
}

/** What the agent has left open, for the question whether it may stop. */
export function openFeedback(task: HookTask, agent: string): OpenFeedback | null {
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
export function hasNotice(task: HookTask, agent: string): boolean {
  return task.state === "held" || (task.state === "rework" && isBack(task, agent));
}
