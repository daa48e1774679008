import type { Context } from "../../task/model/context.ts";
import type { Task } from "../../task/model/state.ts";
import type { Opinion } from "../../verdict/schema.ts";
import { contentOf, factsOf } from "../facts-of.ts";
import { policyOf } from "../policy-of.ts";
import { agent, check, person, planner, SYSTEM, type TaskCommand } from "../scenario.ts";
import { releasesOf } from "./releases-of.ts";
import { REVIEW_REQUESTS, type Try } from "./review-requests.ts";

export type Row = { name: string; tries: (task: Task) => readonly Try[] };

const ANA = person("ana");
const LATER = { nowMs: 1e12 };
const SAME = contentOf("1");
const OTHER = contentOf("5");
const STRICTER = policyOf({ people: { owner: ["ana"] }, modes: { default: "per-task" } });

const always =
  (...tries: Try[]) =>
  () =>
    tries;
const byAna = (command: TaskCommand): Try => ({ command, actor: ANA });
const engine = (command: TaskCommand, around: Partial<Context> = {}): Try => ({
  command,
  actor: SYSTEM,
  around,
});

function submissions({ assignee, findings }: Task): Try[] {
  const answers = findings.map(({ id }) => ({
    finding: id,
    status: "answered" as const,
    note: "no",
  }));
  const handsIn = (content: typeof SAME, given: typeof answers): Try => ({
    command: {
      type: "submit",
      content,
      signal: "DONE",
      summary: "",
      askedType: null,
      committers: [],
      answers: given,
    },
    actor: agent(assignee ?? "agent-1"),
  });
  return [handsIn(SAME, []), handsIn(SAME, answers), handsIn(OTHER, [])];
}

function verdictTries(task: Task, where: { number?: number; tree?: string } = {}): Try[] {
  const opinions: Opinion[] = ["approved", "concerns", "blocker", "abstained"];
  const round = task.round?.plan?.requirements ?? [];
  const tries = round.flatMap(({ id, who, kind, human }) =>
    opinions.flatMap((opinion) =>
      who.map((by) => ({
        command: verdict(
          "round",
          task.round?.number ?? 1,
          task.round?.content.tree,
          id,
          opinion,
          where,
        ),
        actor: human ? person(by) : kind === "check" ? check(by) : agent(by),
      })),
    ),
  );
  const { checkup } = task;
  const members = opinions.flatMap((opinion) =>
    ["codex", "gemini"].map((by) => ({
      command: verdict(
        "checkup",
        checkup?.number ?? 1,
        checkup?.planned?.content.tree,
        "panel",
        opinion,
        where,
      ),
      actor: agent(by),
    })),
  );
  return [...tries, ...members];
}

function verdict(
  of: "round" | "checkup",
  number: number,
  tree: string | undefined,
  requirement: string,
  opinion: Opinion,
  where: { number?: number; tree?: string },
): TaskCommand {
  const rest = { id: "vrd_x", summary: "Not like this", findings: [], costUsd: 0, sandboxed: true };
  return {
    type: "record_verdict",
    of,
    number,
    tree: tree ?? SAME.tree,
    requirement,
    opinion,
    ...rest,
    ...where,
  };
}

function approvals({ round }: Task): Try[] {
  const command = {
    type: "approve",
    id: "vrd_x",
    round: round?.number ?? 1,
    tree: round?.content.tree ?? SAME.tree,
  } as const;
  return [
    { command: { ...command, requirement: "layer:owner" }, actor: ANA },
    { command: { ...command, requirement: "layer:department_head" }, actor: person("cto") },
  ];
}

/** Each machine of the plan, and one that is in none. */
function seats(type: "retry_reviewer" | "cancel_reviewer"): (task: Task) => Try[] {
  return ({ round }) => {
    const asked = (round?.plan?.requirements ?? []).filter(({ human }) => !human);
    const all = asked.flatMap(({ id, who }) => who.map((reviewer) => [id, reviewer] as const));
    return [...all, ["panel", "nobody-else"] as const].map(([requirement, reviewer]) => ({
      command: { type, requirement, reviewer },
      actor: ANA,
    }));
  };
}

function dispositions({ findings, assignee }: Task): Try[] {
  return findings.flatMap(({ id: finding }): Try[] => [
    {
      command: { type: "dispose", finding, as: { is: "disputed", note: "no" } },
      actor: agent(assignee ?? "agent-1"),
    },
    { command: { type: "dispose", finding, as: { is: "dismissed", reason: "fine" } }, actor: ANA },
    { command: { type: "dispose", finding, as: { is: "deferred", link: "cs-next" } }, actor: ANA },
  ]);
}

const failed = (kind: Extract<TaskCommand, { type: "merge_failed" }>["kind"]): Try =>
  engine({ type: "merge_failed", kind, detail: "", files: [] });

const elsewhere = (outcome: "merged" | "closed"): Try =>
  engine({ type: "closed_elsewhere", outcome, tree: SAME.tree });

/** The rows of the table, in its order. */
export const ROWS: readonly Row[] = [
  {
    name: "claim (author)",
    tries: ({ phase, assignee }) => [
      { command: { type: "claim" }, actor: agent(assignee ?? "agent-1") },
      ...(phase.is === "in_progress"
        ? [{ command: { type: "claim" } as const, actor: agent("agent-2") }]
        : []),
    ],
  },
  { name: "lease expired (timer)", tries: always(engine({ type: "lease_expired" }, LATER)) },
  { name: "submit (author)", tries: submissions },
  { name: "record_verdict, current round (reviewer)", tries: (task) => verdictTries(task) },
  {
    name: "record_verdict, other round or content",
    tries: (task) => [
      ...verdictTries(task, { number: 99 }),
      ...verdictTries(task, { tree: OTHER.tree }),
    ],
  },
  { name: "approve (person)", tries: approvals },
  {
    name: "redo (person)",
    tries: always({
      command: {
        type: "redo",
        quickIssues: [],
        customFeedback: "no",
        option: "keep",
        priority: "same",
      },
      actor: ANA,
    }),
  },
  { name: "reject (person)", tries: always(byAna({ type: "reject", reason: "no" })) },
  { name: "override (owner)", tries: always(byAna({ type: "override", reason: "now" })) },
  {
    name: "release (person named by the hold)",
    tries: (task) => releasesOf(task).map((command) => ({ command, actor: ANA })),
  },
  { name: "undo (same person)", tries: always({ command: { type: "undo" }, actor: ANA }) },
  { name: "retry one reviewer (person)", tries: seats("retry_reviewer") },
  { name: "cancel one reviewer (person)", tries: seats("cancel_reviewer") },
  { name: "request a review (person, author)", tries: always(...REVIEW_REQUESTS) },
  { name: "disposition of a finding", tries: dispositions },
  {
    name: "change mode",
    tries: always(
      { command: { type: "change_mode", mode: "per-task" }, actor: ANA },
      { command: { type: "change_mode", mode: "skip" }, actor: ANA },
    ),
  },
  {
    name: "policy changed",
    tries: always(engine({ type: "policy_changed" }, { policy: STRICTER })),
  },
  { name: "target moved by us", tries: always(engine({ type: "target_moved", by: "us" })) },
  { name: "target moved by others", tries: always(engine({ type: "target_moved", by: "others" })) },
  { name: "merge started", tries: always(engine({ type: "merge_started" })) },
  { name: "merged", tries: always(engine({ type: "merged", tree: SAME.tree })) },
  {
    name: "merge: conflict or checks red",
    tries: always(failed("conflict"), failed("moved"), failed("checks_red")),
  },
  {
    name: "merge: lost the race, network, dirty",
    tries: always(failed("race"), failed("network"), failed("dirty")),
  },
  { name: "reopen (person)", tries: always({ command: { type: "reopen" }, actor: ANA }) },
  {
    name: "cancel (owner, or planner when open)",
    tries: ({ phase }) => [
      {
        command: { type: "cancel", reason: "gone" },
        actor: phase.is === "open" ? planner("plan-agent") : ANA,
      },
    ],
  },
  { name: "merged / closed elsewhere", tries: always(elsewhere("merged"), elsewhere("closed")) },
  {
    name: "report_event",
    tries: always({
      command: { type: "report_event", trigger: "milestone", summary: "" },
      actor: agent("agent-1"),
    }),
  },
  { name: "deadline of the state", tries: always(engine({ type: "deadline" }, LATER)) },
];

/** What only the engine says. */
export const ENGINE_ROWS: readonly Row[] = [
  {
    name: "plan_round",
    tries: ({ round }) => [
      engine({
        type: "plan_round",
        round: round?.number ?? 1,
        facts: factsOf(round?.content.tree[0] ?? "1"),
        gaps: [],
      }),
    ],
  },
  {
    name: "plan_checkup",
    tries: ({ checkups }) => [
      engine({ type: "plan_checkup", checkup: Math.max(1, checkups), facts: factsOf("7") }),
    ],
  },
  { name: "close_grace", tries: always(engine({ type: "close_grace" })) },
  {
    name: "work_updated",
    tries: always(engine({ type: "work_updated", outcome: "left", detail: "it is ahead" })),
  },
  { name: "work_moved", tries: always(engine({ type: "work_moved", worktree: "/moved" })) },
  {
    name: "debt_filed",
    tries: ({ findings }) =>
      [findings[0]?.id ?? "F-1"].map((finding) =>
        engine({ type: "debt_filed", finding, task: "cs-debt" }),
      ),
  },
  { name: "reseat", tries: always(engine({ type: "reseat" })) },
  { name: "follow_base", tries: always(engine({ type: "follow_base" })) },
  { name: "review_again", tries: always(engine({ type: "review_again", content: OTHER })) },
  {
    name: "no_result",
    tries: ({ round }) =>
      (["failed", "over_cap", "stopped"] as const).flatMap((cause) =>
        (round?.plan?.requirements ?? [{ id: "panel", who: ["codex"] }]).flatMap(({ id, who }) =>
          who.map((reviewer) =>
            engine({
              type: "no_result",
              of: "round",
              number: round?.number ?? 1,
              tree: round?.content.tree ?? SAME.tree,
              requirement: id,
              reviewer,
              cause,
              reason: "it does not answer",
              costUsd: 0,
            }),
          ),
        ),
      ),
  },
];
