import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import { formatText } from "../gate/format-text.ts";
import type { GateReport } from "../gate/gate-report.ts";
import { type Judging, judgeChange } from "../gate/judge-change.ts";
import { display } from "../output/display.ts";
import type { PushedRef } from "./pushed-refs.ts";

/** `stopped`: the gate says no. `open`: there is no answer, `because` of what; later gates will judge it. */
export type Judged = { name: string; policyProblem: string | null } & Answer;

type Open = { is: "open"; because: string };
type Answer = { is: "passed" | "stopped"; report: GateReport } | Open;

/**
 * Judges pushed branches by programs alone.
 *
 * Built-in reviewers always answer. Project commands share one time limit; a command that exceeds it leaves the
 * branch unchecked, unless a built-in reviewer has already refused it.
 */
export async function judgePushed(
  context: CommandContext,
  refs: readonly PushedRef[],
  limitMs: number,
): Promise<Judged[]> {
  const deadlineMs = performance.now() + limitMs;
  const judged: Judged[] = [];
  for (const ref of refs) {
    let policyProblem: string | null = null;
    const onUnusablePolicy = (problem: string): void => {
      policyProblem = problem;
    };
    const answer = await judgeRef(context, ref, { deadlineMs, onUnusablePolicy });
    judged.push({ name: ref.name, policyProblem, ...answer });
  }
  return judged;
}

/** For the person who pushes: nothing about what passed, unless the policy could not be used. */
export function pushedText(judged: readonly Judged[], style: CommandContext["style"]): string {
  return judged
    .flatMap((about) => {
      const name = display(about.name);
      const notes = policyNotes(about);
      if (about.is === "passed") return notes;
      if (about.is === "open")
        return [...notes, `${name} was NOT checked (${about.because}). Check it: countersign gate`];
      return [
        ...notes,
        `countersign stops the push of ${name}:`,
        formatText(about.report, style, false),
        "Push it all the same: git push --no-verify",
      ];
    })
    .join("\n");
}

function policyNotes({ name, policyProblem }: Judged): string[] {
  if (policyProblem === null) return [];
  return [
    `countersign: ${display(policyProblem)}. ${display(name)} was checked with the last valid policy.`,
  ];
}

type RefOptions = Required<Pick<Judging, "onUnusablePolicy">> & { deadlineMs: number };

async function judgeRef(
  context: CommandContext,
  { head, base }: PushedRef,
  options: RefOptions,
): Promise<Answer> {
  const { deadlineMs, onUnusablePolicy } = options;
  const work = { take: "committed", base, head } as const;
  const waitMs = Math.max(1, Math.ceil(deadlineMs - performance.now()));
  try {
    const report = await judgeChange(context, {
      work,
      asks: "checks",
      waitMs,
      onUnusablePolicy,
      progress: "none",
    });
    return toAnswer(report, performance.now() >= deadlineMs);
  } catch (error) {
    if (!isAboutInput(error)) throw error;
    // The other side may have what was not fetched here; then the target says where the work began.
    if (base !== null) return await judgeRef(context, { name: "", head, base: null }, options);
    return { is: "open", because: error.message };
  }
}

function isAboutInput(error: unknown): error is CountersignError {
  return error instanceof CountersignError && error.code === "invalid_input";
}

/** A check without a result is no pass. A branch is left open where the policy asks no check or time ran out. */
function toAnswer(report: GateReport, isLate: boolean): Answer {
  const { gate, counts } = report;
  if (gate === "pass" || gate === "pass_with_warnings") return { is: "passed", report };
  if (gate !== "pending" || counts.critical + counts.major > 0) return { is: "stopped", report };
  const checks = report.reviewers.filter(({ kind }) => kind === "check");
  if (checks.length === 0) return { is: "open", because: "the policy asks no check about it" };
  if (!isLate) return { is: "stopped", report };
  const late = checks.filter(({ is }) => is !== "answered").map(({ reviewer }) => reviewer);
  return { is: "open", because: `no time to finish ${late.join(", ")}` };
}
