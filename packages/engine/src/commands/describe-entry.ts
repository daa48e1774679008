import {
  type Decision,
  type LogEntry,
  type Plan,
  reasonText,
  type TaskEvent,
} from "@countersign/core";
import { ENGINE } from "../store/names/engine-keys.ts";

type Events = { [Type in TaskEvent["type"]]: Extract<TaskEvent, { type: Type }> };
type EventOf<Type extends TaskEvent["type"]> = { [T in Type]: Events[T] & { type: T } }[Type];
type EventTexts = { [Type in TaskEvent["type"]]: ((event: EventOf<Type>) => string) | null };

/** Describes an event in one line for a person. Null for bookkeeping events. The text is not sanitised. */
function describeEvent<Type extends TaskEvent["type"]>(event: EventOf<Type>): string | null {
  return EVENT_TEXTS[event.type]?.(event) ?? null;
}

/** Describes a log entry. A submission by the engine is the result of a merge. */
export function describeEntry({ by, event }: Pick<LogEntry, "by" | "event">): string | null {
  if (by !== ENGINE.id || event.type !== "submitted") return describeEvent(event);
  const tree = event.content.tree.slice(0, 12);
  return `the merge gives tree ${tree}, not the approved one; it is reviewed again as round ${event.round}`;
}

const SENT_BACK = {
  automatic: "sent back by the review",
  person: "sent back by a person",
  merge: "sent back by the merge",
  base: "sent back: the task that it is built on was changed or rejected",
} as const;

/** Lists commit addresses that the policy does not know. */
function unknownCommitters({ reasons }: Decision): string {
  const addresses = reasons.find(({ row }) => row === "unknown_committer")?.inputs.addresses;
  return Array.isArray(addresses) ? `; people.emails does not know ${addresses.join(", ")}` : "";
}

const EFFECT_WORDS: Readonly<Record<Decision["effect"], string>> = {
  wait: "waits for more answers",
  advance: "goes to the next stage",
  flag: "goes on, with a remark",
  rework: "goes back to the author",
  clarify: "the author is asked a question",
  escalate: "a person must decide",
  reject: "is rejected",
};

function decidedText({ effect, gate }: Decision): string {
  return `decided: ${EFFECT_WORDS[effect]}, gate ${gate}`;
}

type Disposition = EventOf<"disposed">["disposition"];

function disposedText(disposition: Disposition): string {
  const { is } = disposition;
  if (is === "dismissed") return `dismissed by ${disposition.by}: ${disposition.reason}`;
  if (is === "disputed") return `disputed by ${disposition.by}: ${disposition.note}`;
  if (is === "deferred") return `deferred by ${disposition.by} to ${disposition.link}`;
  return is.replaceAll("_", " ");
}

const NO_RESULT_WORDS = {
  failed: (actor: string) => `${actor} gave no result`,
  over_cap: (actor: string) => `${actor} was not asked`,
  stopped: (actor: string) => `${actor} was stopped`,
  not_recorded: (actor: string) => `the answer of ${actor} was lost`,
} as const;

/**
 * Describes a plan: its requirements, skipped layers with reasons, and requirements that an accepted policy
 * dropped.
 */
function planText({ requirements, skipped, dropped = [] }: Plan): string {
  return [
    requirements.map(({ id }) => id).join(", "),
    ...skipped.flatMap(({ layer, detail }) =>
      detail === undefined ? [] : [`${layer} is skipped: ${detail}`],
    ),
    ...dropped.map(
      ({ requirement, acceptedBy }) =>
        `${requirement} is no longer required by the policy that ${acceptedBy} accepted`,
    ),
  ].join("; ");
}

function builtOnText({ baseTask }: EventOf<"submitted">): string {
  if (baseTask === undefined) return "";
  const { task, round, isMerged } = baseTask;
  return `, built on round ${round} of ${task}${isMerged === true ? "" : ", which is merged first"}`;
}

const EVENT_TEXTS: EventTexts = {
  created: (event) => `opened: ${event.title}`,
  claimed: (event) => `taken by ${event.agent}`,
  lease_ended: (event) =>
    `${event.agent ?? "the agent"} was silent too long; the task is free again`,
  submitted: (event) =>
    `round ${event.round} submitted by ${event.author}: tree ${event.content.tree.slice(0, 12)}${builtOnText(event)}`,
  offered: () => "new work offered while a person decides",
  planned: ({ plan }) => `planned: ${planText(plan)}`,
  replanned: ({ plan }) => `planned again: ${planText(plan)}`,
  asked: (event) =>
    `asked: ${event.requirements.join(", ")}${event.person === null ? "" : `, ${event.person} is in turn`}`,
  gave_up: (event) => `no result from ${event.actor} for ${event.requirement}`,
  no_result: ({ actor, requirement, reason, costUsd, cause }) =>
    `${NO_RESULT_WORDS[cause](actor)} (${requirement}${costUsd > 0 ? `, $${costUsd.toFixed(2)}` : ""}): ${reason}`,
  verdict_recorded: ({ verdict: { by, requirement, opinion, notShownWhole } }) =>
    `${by} on ${requirement}: ${opinion}${notShownWhole === undefined ? "" : `; it was not shown the whole change: ${notShownWhole}`}`,
  checkup_verdict: (event) =>
    `${event.verdict.by} on ${event.verdict.requirement}: ${event.verdict.opinion}`,
  verdict_carried: (event) =>
    `${event.verdict.by} on ${event.verdict.requirement}: ${event.verdict.opinion}, ${event.fromTree === undefined ? "carried over" : `kept: the change is the same as in tree ${event.fromTree.slice(0, 12)}`}`,
  evidence_recorded: (event) =>
    `${event.verdict.by} on ${event.verdict.requirement}: ${event.verdict.opinion}, not counted: ${event.why}`,
  disposed: ({ finding, disposition }) => `finding ${finding}: ${disposedText(disposition)}`,
  decided: ({ decision }) => `${decidedText(decision)}${unknownCommitters(decision)}`,
  checkup_decided: ({ decision }) => decidedText(decision),
  concern_logged: (event) =>
    `concern logged: ${event.row}${event.by.length > 0 ? ` by ${event.by.join(", ")}` : ""}`,
  flagged: (event) => `flagged: ${event.flags.join(", ")}`,
  rework_requested: ({ cause }) => SENT_BACK[cause],
  held: (event) =>
    `on hold: ${event.hold.reasons.map(({ code, about }) => (about === null ? reasonText(code) : `${reasonText(code)} (${about})`)).join("; ")}; ${event.hold.inTurn} decides`,
  clarification_answered: () => "the question was answered; the same reviewers are asked again",
  released: (event) =>
    `released: ${event.resolutions.map(({ do: act }) => act).join(", ") || "as it is"}`,
  approved: (event) =>
    `approved${event.override ? " by override" : ""}: tree ${event.tree.slice(0, 12)}`,
  rejected: (event) => `rejected: ${event.reason}`,
  undone: () => "the last decision was undone",
  review_requested: ({ reviewers }) => `asked ${reviewers.join(", ")} for a further review`,
  mode_proposed: ({ proposal: { mode, by }, reason }) =>
    `mode ${mode}, asked by the ${by}${reason === undefined ? "" : `: ${reason}`}`,
  policy_changed: () => "the accepted policy changed; the review follows the new one",
  target_moved: (event) =>
    event.by === "us"
      ? "countersign moved the target branch"
      : "the target branch was moved outside countersign",
  base_merged: ({ task }) => `${task}, which it is built on, was merged`,
  merge_started: () => "merge started",
  merged: ({ tree, approvedTree }) =>
    approvedTree === undefined
      ? `merged: tree ${tree.slice(0, 12)}`
      : `merged: tree ${tree.slice(0, 12)}, not the approved ${approvedTree.slice(0, 12)}: the target had changed too`,
  work_updated: ({ detail }) => detail,
  work_moved: ({ worktree }) => `its directory was moved to ${worktree}`,
  merge_postponed: ({ kind, tries, detail, waits }) =>
    waits !== undefined
      ? `the merge waits for ${waits.inTurn}: ${detail}`
      : `merge postponed (${kind}), try ${tries}${detail ? `: ${detail}` : ""}`,
  completed: () => "done",
  reopened: () => "opened again",
  closed_elsewhere: (event) => `${event.outcome} elsewhere`,
  event_reported: (event) => `${event.trigger} reported`,
  checkup_started: (event) => `checkup ${event.number} because of ${event.trigger}`,
  checkup_ended: () => "checkup ended",
  turn_moved: (event) => `the turn moved to ${event.to}`,
  priority_changed: (event) => `priority ${event.priority}`,
  findings_changed: null,
  feedback_given: null,
  grace_opened: null,
  grace_closed: null,
  resumed: null,
  checkup_planned: null,
  noted: null,
};
