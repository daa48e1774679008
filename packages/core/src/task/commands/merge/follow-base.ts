import { digestOf } from "../../../kernel/digest.ts";
import { durationMs } from "../../../policy/words.ts";
import type { Finding } from "../../../verdict/schema.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { BaseTaskState, Context } from "../../model/context.ts";
import type { Round, Task } from "../../model/state.ts";
import { stillToCome } from "../../review/approval.ts";
import { type BaseStanding, baseStanding } from "../../review/base-task.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { requireRound, requireSystem, wrongState } from "../../step/refuse.ts";

type Standing = { base: BaseTaskState; standing: Exclude<BaseStanding, "waiting"> };

/**
 * Returns the base task's change of state that matters to this task now. Null if it continues to wait.
 *
 * Work that is with its author finds its base again at the next submission. On a held task, a changed base waits
 * for the release.
 */
export function baseNews(task: Task, base: BaseTaskState | null | undefined): Standing | null {
  const { phase, round } = task;
  const { baseTask } = round ?? {};
  if (!round || baseTask === undefined || baseTask.isMerged === true) return null;
  if (base?.task !== baseTask.task) return null;
  const standing = baseStanding(round.content.base, base);
  if (standing === "waiting") return null;
  const isReviewed = phase.is === "reviewing" || phase.is === "approved";
  return isReviewed || (phase.is === "held" && standing === "merged") ? { base, standing } : null;
}

/** Continues after the base task was merged, or sends the work back after it was changed or rejected. */
export function followBase(
  draft: Draft,
  _command: CommandOf<"follow_base">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  const news = baseNews(task, context.baseTask) ?? wrongState(task);
  if (news.standing !== "merged") return sendBack(draft, news, context);
  const merged = record(draft, context, { type: "base_merged", task: news.base.task });
  return emit(merged, ...stillToCome(merged.task, context));
}

/** Sends the work back, because the author must take in other content. It costs no attempt. */
function sendBack(draft: Draft, news: Standing, context: Context): Draft {
  const { task } = draft;
  const round = requireRound(task);
  const found = record(draft, context, {
    type: "findings_changed",
    findings: [baseFinding(task, round, news)],
  });
  const sent = record(found, context, {
    type: "rework_requested",
    cause: "base",
    agent: task.assignee,
    leaseUntilMs: context.nowMs + durationMs(context.policy.limits.lease),
    rejectedBy: [],
    charged: false,
  });
  return sent;
}

const SHORT_ID = 12;

function baseFinding(
  task: Task,
  { number, content }: Round,
  { base, standing }: Standing,
): Finding {
  const isOver = base.state === "done" || base.state === "rejected";
  const onto = isOver ? content.target : (base.branch ?? base.heads[0] ?? base.task);
  const place = isOver ? content.target : `the current content of ${base.task}`;
  return {
    id: `F-${task.findings.length + 1}`,
    fingerprint: digestOf({ base: base.task, head: content.base, round: number, standing }),
    severity: "major",
    category: "base-task",
    message: `${base.task}, which this work is built on, ${whatHappened(base, standing)}.`,
    recommendation: `Rebase your work on ${place}, then submit again: git rebase --onto ${onto} ${content.base.slice(0, SHORT_ID)}`,
    raisedBy: ["base"],
    rounds: [number],
    disposition: { is: "open" },
  };
}

function whatHappened({ state }: BaseTaskState, standing: BaseStanding): string {
  if (standing === "rejected") return "was rejected";
  return state === "done" ? "was merged with other content" : "has changed";
}
