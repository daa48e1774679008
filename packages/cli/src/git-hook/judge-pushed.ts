import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../context.ts";
import { formatText } from "../gate/format-text.ts";
import type { GateReport } from "../gate/gate-report.ts";
import { judgeChange } from "../gate/judge-change.ts";
import { leave } from "../leave.ts";
import { display } from "../output/display.ts";
import type { PushedRef } from "./pushed-refs.ts";

/** `stopped`: the gate says no. `open`: there is no answer, `because` of what; later gates will judge it. */
export type Judged = { name: string } & Answer;

type Open = { is: "open"; because: string };
type Answer = { is: "passed" | "stopped"; report: GateReport } | Open;

/** Judges what is pushed by programs alone, all of it within one time. */
export async function judgePushed(
  context: CommandContext,
  refs: readonly PushedRef[],
  mostMs: number,
): Promise<Judged[]> {
  const late = Promise.withResolvers<Open>();
  const over = { is: "open", because: "there was no time for it" } as const;
  const timer = setTimeout(() => late.resolve(over), mostMs);
  const judged: Judged[] = [];
  try {
    for (const ref of refs) {
      const answer = await Promise.race([judgeRef(context, ref), late.promise]);
      judged.push({ name: ref.name, ...answer });
    }
  } finally {
    clearTimeout(timer);
    await leave(); // what still runs is stopped
  }
  return judged;
}

/** For whoever pushes: nothing about what passed. */
export function pushedText(judged: readonly Judged[], style: CommandContext["style"]): string {
  return judged
    .flatMap((about) => {
      const name = display(about.name);
      if (about.is === "passed") return [];
      if (about.is === "open") return [`countersign has not judged ${name}: ${about.because}`];
      return [
        `countersign stops the push of ${name}:`,
        formatText(about.report, style, false),
        "Push it all the same: git push --no-verify",
      ];
    })
    .join("\n");
}

async function judgeRef(context: CommandContext, { head, base }: PushedRef): Promise<Answer> {
  try {
    return worded(await judge(context, { base, head }));
  } catch (error) {
    if (!isAboutInput(error)) throw error;
    // The other side may have what was not fetched here; then the target says where the work began.
    if (base !== null) return await judgeRef(context, { name: "", head, base: null });
    return { is: "open", because: error.message };
  }
}

async function judge(
  context: CommandContext,
  { base, head }: Omit<PushedRef, "name">,
): Promise<GateReport> {
  const work = { take: "committed", base, head } as const;
  return await judgeChange(context, { work, asks: "checks", progress: "none" });
}

function isAboutInput(error: unknown): error is CountersignError {
  return error instanceof CountersignError && error.code === "invalid_input";
}

/** A check without a result is no pass. Where the policy asks no check, later gates judge it. */
function worded(report: GateReport): Answer {
  const { gate } = report;
  if (gate === "pass" || gate === "pass_with_warnings") return { is: "passed", report };
  const isAsked = report.reviewers.some(({ kind }) => kind === "check");
  if (gate === "pending" && !isAsked)
    return { is: "open", because: "the policy asks no check about it" };
  return { is: "stopped", report };
}
