import { seatKey } from "../../decision/review-seat.ts";
import type { TaskEvent, TaskEventType } from "../model/events.ts";
import { unstarted, withLocation, withoutLocation } from "../model/location.ts";
import type { Task } from "../model/state.ts";
import { askedAgain, notAsked } from "./asked.ts";
import {
  countedUp,
  EMPTY,
  emptied,
  inCheckup,
  inRound,
  lastOf,
  mergeTries,
  newRound,
  replaceFindings,
  replaces,
  seated,
  union,
  verdictSet,
  withBounce,
  withMergedBase,
  withoutBounces,
  withResolutions,
  withSponsor,
  withTurn,
  withUnanswered,
} from "./state-parts.ts";

type Events = { [Type in TaskEventType]: Extract<TaskEvent, { type: Type }> };
type EventOf<Type extends TaskEventType> = { [T in Type]: Events[T] & { type: T } }[Type];
type Appliers = { [Type in TaskEventType]: (task: Task, event: EventOf<Type>) => Task };

/** Applies one event. It makes no decisions, because decisions are events too. */
export function apply<Type extends TaskEventType>(task: Task, event: EventOf<Type>): Task {
  return APPLIERS[event.type](task, event);
}

const APPLIERS: Appliers = {
  created: (task) => task,
  claimed: (task, { agent, leaseUntilMs, sponsor, location }) => ({
    ...withLocation(withSponsor(task, sponsor), agent, location),
    assignee: agent,
    authors: union(task.authors, [agent]),
    grace: null,
    phase: { is: "in_progress", agent, leaseUntilMs },
  }),
  lease_ended: (task) =>
    task.phase.is === "rework"
      ? { ...task, phase: { ...task.phase, agent: null } }
      : { ...unstarted(task), phase: { is: "open" }, assignee: null, checkup: null },
  submitted: (task, event) => ({
    ...withLocation(withSponsor(task, event.sponsor), event.author, event.location),
    ...(event.family === undefined ? {} : { authorFamily: event.family }),
    assignee: event.author,
    authors: union(task.authors, [event.author]),
    committers: union(task.committers, event.committers),
    grace: null,
    checkup: null,
    previous: task.round,
    round: newRound(event),
    phase: { is: "reviewing", deadlineMs: event.deadlineMs, person: null },
  }),
  offered: (task, { offer }) => ({
    ...withSponsor(task, offer.sponsor),
    authors: union(task.authors, [offer.author]),
    phase: task.phase.is === "held" ? { ...task.phase, offer } : task.phase,
  }),
  planned: (task, { facts, plan, costUsd = 0 }) => ({
    ...inRound(task, (round) => ({ ...round, facts, plan })),
    costUsd: task.costUsd + costUsd,
  }),
  replanned: (task, { plan, reask = [] }) =>
    inRound(task, (round) => ({ ...round, plan, asked: notAsked(round.asked, reask) })),
  asked: (task, { requirements, person, deadlineMs, only, again }) => ({
    ...inRound(task, (round) => askedAgain(round, requirements, { only, again })),
    phase: { is: "reviewing", deadlineMs, person },
  }),
  gave_up: (task, { requirement, actor }) =>
    inRound(task, (round) => ({
      ...round,
      noResult: union(round.noResult, [seatKey({ requirement, actor })]),
    })),
  no_result: (task, { requirement, actor, cause, counts, costUsd }) => ({
    ...(counts && cause !== "stopped" && cause !== "not_recorded"
      ? inRound(task, (round) => withUnanswered(round, { requirement, actor, cause }))
      : task),
    costUsd: task.costUsd + costUsd,
  }),
  verdict_recorded: (task, { verdict }) => ({
    ...inRound(task, (round) => ({ ...round, verdicts: seated(round.verdicts, verdict) })),
    costUsd: task.costUsd + verdict.costUsd,
  }),
  verdict_carried: (task, { verdict }) =>
    inRound(task, (round) => ({ ...round, verdicts: seated(round.verdicts, verdict) })),
  evidence_recorded: (task, { verdict }) => ({ ...task, costUsd: task.costUsd + verdict.costUsd }),
  findings_changed: (task, { findings }) => ({
    ...task,
    findings: replaceFindings(task, findings),
  }),
  disposed: (task, { finding, disposition }) => ({
    ...task,
    findings: task.findings.map((known) =>
      known.id === finding ? { ...known, disposition } : known,
    ),
  }),
  decided: (task, { decision }) => inRound(task, (round) => ({ ...round, decision })),
  concern_logged: (task, { type: _, credential: __, ...concern }) => ({
    ...task,
    issues: [...task.issues, { round: task.round?.number ?? 0, ...concern }],
  }),
  flagged: (task, { flags }) => ({ ...task, flags: union(task.flags, flags) }),
  rework_requested: (task, event) => ({
    ...withBounce(task, event),
    attempt: event.cause === "person" ? 1 : task.attempt + (event.charged === false ? 0 : 1),
    attemptLimit: event.cause === "person" ? null : task.attemptLimit,
    grace: null,
    checkup: null,
    rejections: countedUp(task.rejections, event.rejectedBy),
    phase: {
      is: "rework",
      cause: event.cause,
      agent: event.agent,
      leaseUntilMs: event.leaseUntilMs,
    },
  }),
  held: (task, { hold }) => ({ ...task, grace: null, phase: { is: "held", ...hold } }),
  clarification_answered: (task, { requirements }) =>
    task.checkup === null
      ? inRound(task, (round) => ({
          ...round,
          verdicts: emptied(round.verdicts, requirements),
          clarified: true,
        }))
      : inCheckup(
          task,
          (planned) =>
            planned && {
              ...planned,
              verdicts: emptied(planned.verdicts, requirements),
              clarified: true,
            },
        ),
  released: (task, { resolutions }) => ({
    ...inRound(withoutBounces(task), (round) => withResolutions(round, resolutions)),
    attempt: 1,
    attemptLimit: lastOf(resolutions, (resolution) =>
      resolution.do === "grant_attempts" ? resolution.attempts + 1 : null,
    ),
    budgetUsd:
      lastOf(resolutions, (resolution) =>
        resolution.do === "raise_budget" ? resolution.usd : null,
      ) ?? task.budgetUsd,
  }),
  resumed: (task, { phase }) => ({ ...task, phase }),
  approved: (task, { override }) => ({
    ...inRound(task, (round) => ({ ...round, overridden: round.overridden || override })),
    grace: null,
    phase: { is: "approved", tries: 0, retryAtMs: null },
  }),
  rejected: (task, { reason }) => ({
    ...task,
    grace: null,
    checkup: null,
    phase: { is: "rejected", reason },
  }),
  feedback_given: (task, { entry }) => ({ ...task, feedback: [...task.feedback, entry] }),
  priority_changed: (task, { priority }) => ({ ...task, priority }),
  grace_opened: (task, { grace }) => ({ ...task, grace }),
  grace_closed: (task) => ({ ...task, grace: null }),
  undone: (task, { before, verdict }) => ({
    ...inRound(task, (round) => ({
      ...round,
      verdicts: verdictSet(round.verdicts.items.filter((known) => known.id !== verdict)),
      overridden: before.overridden,
      sentBack: before.sentBack,
    })),
    grace: null,
    checkup: null,
    phase: before.phase,
    attempt: before.attempt,
    attemptLimit: before.attemptLimit,
    priority: before.priority,
    flags: before.flags,
    feedback: task.feedback.filter((_, index) => index !== before.feedback),
  }),
  review_requested: (task) => task,
  mode_proposed: (task, { proposal }) => ({
    ...task,
    modeChoices: [...task.modeChoices.filter((known) => !replaces(proposal, known)), proposal],
  }),
  policy_changed: (task) => task,
  base_merged: (task) => inRound(task, withMergedBase),
  target_moved: (task) => task,
  merge_started: (task, { deadlineMs }) => ({
    ...task,
    grace: null,
    phase: { is: "merging", tries: mergeTries(task), deadlineMs },
  }),
  merged: (task) => ({ ...task, phase: { is: "done" } }),
  work_updated: (task) => task,
  work_moved: (task, { worktree }) =>
    task.location === undefined ? task : { ...task, location: { ...task.location, worktree } },
  merge_postponed: (task, { tries, retryAtMs, waits }) => ({
    ...task,
    phase: { is: "approved", tries, retryAtMs, ...(waits !== undefined && { waits }) },
  }),
  completed: (task) => ({ ...task, grace: null, phase: { is: "done" } }),
  reopened: (task, { keepsAttempts = false }) => ({
    ...inRound(withoutLocation(keepsAttempts ? task : withoutBounces(task)), (round) => ({
      ...round,
      sentBack: false,
    })),
    assignee: null,
    attempt: keepsAttempts ? task.attempt : 1,
    attemptLimit: keepsAttempts ? task.attemptLimit : null,
    grace: null,
    phase: { is: "open" },
  }),
  closed_elsewhere: (task, { outcome }) => ({
    ...task,
    grace: null,
    checkup: null,
    flags: union(task.flags, ["outside"]),
    phase: outcome === "merged" ? { is: "done" } : { is: "rejected", reason: "closed elsewhere" },
  }),
  event_reported: (task) => task,
  checkup_started: (task, { number, trigger, deadlineMs }) => ({
    ...task,
    checkups: number,
    checkup: { number, trigger, deadlineMs, planned: null },
  }),
  checkup_planned: (task, { content, plan, deadlineMs }) => ({
    ...task,
    checkup: task.checkup && {
      ...task.checkup,
      deadlineMs,
      planned: { content, plan, verdicts: EMPTY, clarified: false },
    },
  }),
  checkup_verdict: (task, { verdict }) => ({
    ...inCheckup(
      task,
      (planned) => planned && { ...planned, verdicts: seated(planned.verdicts, verdict) },
    ),
    costUsd: task.costUsd + verdict.costUsd,
  }),
  checkup_decided: (task) => task,
  checkup_ended: (task) => ({ ...task, checkup: null }),
  turn_moved: (task, { to, deadlineMs }) => withTurn(task, to, deadlineMs),
  noted: (task) => task,
};
