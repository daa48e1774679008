import type { Resolution } from "../decision/resolution.ts";
import { CountersignError } from "../kernel/errors.ts";
import type { RosterEntry } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import type { Trigger } from "../policy/words.ts";
import { createTask } from "../task/commands/work/create.ts";
import type { Command } from "../task/model/commands.ts";
import type { Actor, Context } from "../task/model/context.ts";
import type { TaskEffect } from "../task/model/effects.ts";
import type { LogEntry, TaskEvent } from "../task/model/events.ts";
import type { Task } from "../task/model/state.ts";
import { transition } from "../task/transition.ts";
import type { Dismissal } from "../verdict/merge-findings.ts";
import type { Opinion, RawFinding } from "../verdict/schema.ts";
import { contentOf, factsOf } from "./facts-of.ts";
import { policyOf } from "./policy-of.ts";
import { type SentCommand, shownCommand } from "./shown-command.ts";

export type TaskCommand = SentCommand;
const ROSTER: readonly RosterEntry[] = [
  { id: "agent-1", kind: "agent", department: "engineering", load: 0 },
  { id: "agent-2", kind: "agent", department: "engineering", load: 0 },
  { id: "ana", kind: "human", load: 0 },
  { id: "ben", kind: "human", load: 0 },
  { id: "cto", kind: "human", load: 0 },
];

export const person = (id: string): Actor => ({ id, kind: "human", planner: false });
export const agent = (id: string): Actor => ({ id, kind: "agent", planner: false });
export const check = (id: string): Actor => ({ id, kind: "check", planner: false });
export const planner = (id: string): Actor => ({ id, kind: "agent", planner: true });
export const SYSTEM: Actor = { id: "system", kind: "system", planner: false };
const isObjection = (opinion: Opinion) => opinion === "concerns" || opinion === "blocker";

type Options = {
  policy?: object;
  title?: string;
  taskType?: string | null;
  department?: string | null;
  labels?: Task["labels"];
  assignee?: string | null;
  sponsor?: string | null;
  roster?: readonly RosterEntry[];
  authorFamily?: string | null;
  /** Reviewers that the engine runs itself. */
  engineRun?: readonly string[];
};

/** A task played through `transition()`, one command after the other, with its log and effects at hand. */
export type Scenario = ReturnType<typeof scenario>;

export function scenario(options: Options = {}) {
  let policy: Policy = policyOf({ people: { owner: ["ana"] }, ...options.policy });
  let nowMs = 1_000_000;
  let verdicts = 0;
  const holds = { agent: false, sprint: false, otherSprint: false, repo: false };
  const dismissals: Dismissal[] = [];
  const around: Partial<Context> = {};
  const context = (actor: Actor): Context => ({
    actor,
    nowMs,
    policy,
    roster: options.roster ?? ROSTER,
    ...(options.engineRun !== undefined && { engineRun: options.engineRun }),
    holds,
    dismissals,
    ...around,
  });
  // With four eyes an agent works only for a person who answers for it.
  const worker = (id: string): Actor =>
    policy.trust.separation === "four_eyes" ? { ...agent(id), sponsor: "sam" } : agent(id);
  const created = createTask(
    {
      type: "create",
      id: "cs-test",
      title: options.title ?? "Implement rate limiting",
      repo: "shop",
      taskType: options.taskType ?? null,
      department: options.department === undefined ? "engineering" : options.department,
      priority: "P1",
      labels: [...(options.labels ?? [])],
      assignee: options.assignee ?? null,
      authorFamily: options.authorFamily ?? null,
      sponsor: options.sponsor ?? null,
    },
    context(person("ana")),
  );
  let task: Task = created.task;
  const log: LogEntry[] = [...created.log];
  let last: readonly LogEntry[] = created.log;
  let effects: readonly TaskEffect[] = created.effects;

  const send = (command: TaskCommand, actor: Actor): Task => {
    const step = transition(task, shownCommand(task, command), context(actor));
    task = step.task;
    log.push(...step.log);
    last = step.log;
    effects = step.effects;
    return task;
  };
  const roundNumber = (): number => task.round?.number ?? 1;
  const tree = (): string => task.round?.content.tree ?? contentOf("0").tree;
  const nextVerdict = (): string => {
    verdicts += 1;
    return `vrd_${verdicts}`;
  };

  return {
    get task(): Task {
      return task;
    },
    get log(): readonly LogEntry[] {
      return log;
    },
    get effects(): readonly TaskEffect[] {
      return effects;
    },
    /** The events that the last command logged. */
    get logged(): readonly TaskEvent[] {
      return last.map(({ event }) => event);
    },
    get policy(): Policy {
      return policy;
    },
    get state(): string {
      return task.phase.is;
    },
    get nowMs(): number {
      return nowMs;
    },
    holds,
    dismissals,
    around,
    context,
    send,
    /** The code of the refusal, or `ok`. */
    try(command: TaskCommand, actor: Actor): string {
      try {
        send(command, actor);
        return "ok";
      } catch (error) {
        if (error instanceof CountersignError) return error.code;
        throw error;
      }
    },
    usePolicy(file: object): void {
      policy = policyOf({ people: { owner: ["ana"] }, ...file });
    },
    wait(ms: number): void {
      nowMs += ms;
    },
    claim: (who = "agent-1") => send({ type: "claim" }, worker(who)),
    submit(
      name = "1",
      more: Partial<Extract<Command, { type: "submit" }>> = {},
      who = "agent-1",
    ): Task {
      const command = {
        type: "submit",
        content: contentOf(name),
        signal: "DONE",
        summary: "",
        askedType: null,
        committers: [],
        answers: [],
      } as const;
      return send(
        { ...command, ...more, answers: more.answers ?? [], committers: more.committers ?? [] },
        worker(who),
      );
    },
    plan(paths: readonly string[] = ["src/app.ts"], more: { sameDiff?: boolean } = {}): Task {
      const { tree: name = "0", base = "b" } = task.round?.content ?? {};
      return send(
        {
          type: "plan_round",
          round: roundNumber(),
          facts: factsOf(name.slice(0, 1), paths, base.slice(0, 1)),
          gaps: [],
          ...more,
        },
        SYSTEM,
      );
    },
    verdict(
      requirement: string,
      opinion: Opinion,
      by: Actor,
      findings: readonly Partial<RawFinding>[] = [],
      more: { notShownWhole?: string } = {},
    ): Task {
      return send(
        {
          type: "record_verdict",
          id: nextVerdict(),
          of: "round",
          number: roundNumber(),
          tree: tree(),
          requirement,
          opinion,
          summary: isObjection(opinion) ? "Not like this" : "",
          findings: findings.map((finding) => ({
            raw: rawFinding(finding),
            onUnchangedLines: false,
          })),
          costUsd: 0,
          sandboxed: true,
          ...more,
        },
        by,
      );
    },
    /** Every outstanding check answers that all is well. */
    passChecks(): Task {
      for (const id of task.round?.decision?.outstanding ?? []) {
        if (id.startsWith("check:")) this.verdict(id, "approved", check(id.slice("check:".length)));
      }
      return task;
    },
    approve(who = "ana", requirement = "layer:owner"): Task {
      return send(
        { type: "approve", id: nextVerdict(), round: roundNumber(), tree: tree(), requirement },
        person(who),
      );
    },
    redo: (who = "ana", more: Partial<Extract<Command, { type: "redo" }>> = {}) =>
      send(
        {
          type: "redo",
          quickIssues: [],
          customFeedback: "Try again",
          option: "keep",
          priority: "same",
          ...more,
        },
        person(who),
      ),
    reject: (who = "ana") => send({ type: "reject", reason: "not wanted" }, person(who)),
    undo: (who = "ana") => send({ type: "undo" }, person(who)),
    override: (who = "ana") => send({ type: "override", reason: "ship it" }, person(who)),
    release: (resolutions: readonly Resolution[], who = "ana") =>
      send({ type: "release", resolutions: [...resolutions] }, person(who)),
    dispose: (finding: string, as: Extract<Command, { type: "dispose" }>["as"], by: Actor) =>
      send({ type: "dispose", finding, as }, by),
    deadline: () => send({ type: "deadline" }, SYSTEM),
    /** Lets the deadline or lease of the phase pass, and its timer fire. */
    late(): Task {
      const { phase } = task;
      if ("deadlineMs" in phase) nowMs = Math.max(nowMs, phase.deadlineMs);
      if ("leaseUntilMs" in phase) nowMs = Math.max(nowMs, phase.leaseUntilMs);
      return send({ type: "deadline" }, SYSTEM);
    },
    /** Says something that only the engine may say. */
    engine: (command: TaskCommand) => send(command, SYSTEM),
    mergeFails: (
      kind: Extract<Command, { type: "merge_failed" }>["kind"],
      detail = "",
      files: string[] = [],
      more: { path?: string } = {},
    ) => send({ type: "merge_failed", kind, detail, files, ...more }, SYSTEM),
    report: (trigger: Trigger, by: Actor = agent("agent-1")) =>
      send({ type: "report_event", trigger, summary: "" }, by),
    planCheckup(name = "7", paths: readonly string[] = ["src/app.ts"]): Task {
      return send(
        { type: "plan_checkup", checkup: task.checkups, facts: factsOf(name, paths) },
        SYSTEM,
      );
    },
    checkupVerdict(opinion: Opinion, by: Actor, requirement = "panel"): Task {
      const command = {
        type: "record_verdict",
        id: nextVerdict(),
        of: "checkup",
        number: task.checkups,
      } as const;
      const tree = task.checkup?.planned?.content.tree ?? contentOf("7").tree;
      return send(
        {
          ...command,
          tree,
          requirement,
          opinion,
          summary: isObjection(opinion) ? "Not like this" : "",
          findings: [],
          costUsd: 0,
          sandboxed: false,
        },
        by,
      );
    },
    /** The types of the entries that the last command logged. */
    get events(): string[] {
      return last.map(({ event }) => event.type);
    },
  };
}

export function rawFinding(finding: Partial<RawFinding>): RawFinding {
  return { severity: "major", category: "correctness", message: "it breaks", ...finding };
}
