import type { ActorId, FindingId, TaskId } from "../kernel/ids.ts";
import type { Finding, Verdict } from "../verdict/schema.ts";
import { findingRef } from "./finding-text.ts";
import { type RoundStanding, roundLabel } from "./round-label.ts";
import { oneLine } from "./untrusted.ts";

const MAX_REFS = 5;
const MAX_COMMAND = 80;
const MAX_OUTPUT = 200;
const MAX_OPINIONS = 5;
const MAX_OPINION = 400;
const MAX_NAME = 64;

/** Informs an agent at the start of its session that work was sent back. */
export function sessionStart(task: TaskId, standing: RoundStanding, findings: number): string {
  const count = findings === 0 ? "" : `, ${plural(findings, "finding")}`;
  return `countersign: ${task} came back to you, ${roundLabel(standing)}${count}. Call get_my_assignment before other work.`;
}

/** Prevents an agent from stopping once while feedback is unanswered. */
export function stopForFeedback(
  task: TaskId,
  round: number,
  findings: readonly Pick<Finding, "id" | "file" | "line" | "endLine">[],
): string {
  const refs = findings.slice(0, MAX_REFS).map(findingRef).join(", ");
  const more = findings.length > MAX_REFS ? ` and ${findings.length - MAX_REFS} more` : "";
  const them = findings.length === 1 ? "it" : "them";
  return `${task} still has feedback from round ${round} that nothing in this session touched: ${refs}${more}. Fix ${them}, or call respond_to_finding with a reason. You will not be stopped again for this.`;
}

/**
 * Prevents an agent from stopping once while a check fails. `errors` is null if the check does not count them.
 */
export function stopForCheck(check: {
  command: string;
  errors: number | null;
  output: string;
}): string {
  const count = check.errors === null ? "" : ` (${plural(check.errors, "error")})`;
  const output = oneLine(check.output, MAX_OUTPUT);
  const said = output === "" ? "" : `: ${output}`;
  return `${oneLine(check.command, MAX_COMMAND)} fails${count}${said}. Fix and stop again, or stop now: you will not be asked twice.`;
}

/** Informs an agent that a person now decides. `used` is null unless the attempt limit caused it. */
export function escalatedNotice(
  task: TaskId,
  person: ActorId,
  used: { attempts: number; limit: number } | null,
): string {
  const rounds = used === null ? "" : `used ${used.attempts} of ${used.limit} rounds and `;
  return `${task} ${rounds}now belongs to ${oneLine(person, MAX_NAME)}. Do not continue it. Take another task or stop.`;
}

/** Asks the author one question that quotes the reviewers with concerns, each bounded and with the reviewer's name. */
export function clarifyQuestion(
  task: TaskId,
  question: FindingId,
  verdicts: readonly Pick<Verdict, "by" | "opinion" | "summary">[],
): string {
  const objecting = verdicts.filter(({ opinion }) => opinion !== "approved");
  const concerned = objecting.length === 0 ? verdicts : objecting;
  const shown = concerned.slice(0, MAX_OPINIONS);
  const left = concerned.length - shown.length;
  const names = [
    ...shown.map(({ by }) => oneLine(by, MAX_NAME)),
    ...(left > 0 ? [`${left} more`] : []),
  ];
  const who = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  const quoted = shown.map(concernText).join(" ");
  const verb = names.length === 1 ? "has" : "have";
  return `${who} ${verb} concerns about ${task}. ${quoted} Answer in at most 5 sentences with respond_to_finding ${question}. Do not change code yet.`;
}

function concernText({ by, summary }: Pick<Verdict, "by" | "summary">): string {
  const words = oneLine(summary, MAX_OPINION).replaceAll('"', "'");
  return `${oneLine(by, MAX_NAME)}: ${words === "" ? "no summary." : `"${words}"`}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
