import { basename } from "node:path";
import { CountersignError } from "@countersign/core";
import { type LocalWork, pinChange, type ReviewStep, reviewOnce } from "@countersign/engine";
import type { CommandContext } from "../command/context.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";
import { createGateReport, type GateReport } from "./gate-report.ts";
import { withScratchDirectory } from "./in-scratch.ts";
import { createProgress, type Progress, type ProgressInput } from "./progress.ts";
import { createReviewDeps } from "./review-deps.ts";
import { openUsualTimes } from "./usual-times.ts";

export type Judging = {
  work: Pick<LocalWork, "take" | "base" | "head">;
  asks: "none" | "checks" | "everybody";
  /** These reviewers alone; left out: all. */
  only?: readonly string[] | undefined;
  waitMs?: number | undefined;
  /** The command line lets checks run without a sandbox where there is none. */
  unsandboxed?: boolean | undefined;
  /** Called where the policy cannot be used; the last valid one then judges. Left out: it is refused. */
  onUnusablePolicy?: ((problem: string) => void) | undefined;
  progress: ProgressInput["as"];
};

/** Reviews local work once in a scratch directory, which is removed also when the program is interrupted. */
export async function judgeChange(context: CommandContext, judging: Judging): Promise<GateReport> {
  const place = await findWorkplace(context.directory);
  requireFiles(place, judging);
  const usual = await openUsualTimes(context.env, place.root);
  const progress = createProgress({ stream: context.streams.err, as: judging.progress, usual });
  const { env } = context;
  const report = await withScratchDirectory("gate", async (directory, signal) => {
    try {
      return await judgeIn(directory, place, { ...judging, env, progress, signal });
    } finally {
      progress.end(signal.aborted ? "stopped" : "done");
    }
  });
  if (judging.asks !== "none") await usual.keep(progress.took);
  return report;
}

function requireFiles({ root, common }: Workplace, { work }: Judging): void {
  if (work.take === "committed" || root !== common) return;
  throw new CountersignError("invalid_input", "The repository is bare and has no worktree", {
    hint: "Name commits: --base <commit> --head <commit>",
  });
}

type Inside = Omit<Judging, "progress"> & {
  env: CommandContext["env"];
  progress: Progress;
  signal: AbortSignal;
};

async function judgeIn(
  directory: string,
  { root, branch }: Workplace,
  inside: Inside,
): Promise<GateReport> {
  const { work, asks, only, waitMs, unsandboxed = false, env, progress, signal } = inside;
  progress.begin("read");
  const parts = await createReviewDeps(directory, env, {
    agents: asks === "everybody" ? "asked" : "named",
    unsandboxed,
  });
  const repository = { id: basename(root), path: root };
  const { onUnusablePolicy } = inside;
  const change = await pinChange(parts.mirror, {
    ...work,
    repository,
    worktree: root,
    branch,
    unusablePolicy: onUnusablePolicy === undefined ? "refuse" : "last_valid",
  });
  if (change.policyProblem !== null) onUnusablePolicy?.(change.policyProblem);
  signal.throwIfAborted();
  progress.begin("review");
  const reviewed = await reviewOnce(parts, {
    content: change.content,
    policy: change.policy,
    title: branch ?? "a local change",
    nowMs: Date.now(),
    asks,
    only,
    waitMs,
    signal,
    onStep: (step) => (signal.aborted ? undefined : follow(progress, step)),
  });
  const { kind } = await parts.processes.sandbox();
  const report = createGateReport(reviewed, change, {
    waitsFor: wordFrom(inside),
    unsandboxed: unsandboxed && kind === "none",
  });
  requireNamed(report, inside);
  return report;
}

/** Whose answers the gate's word waits for. */
function wordFrom({ asks, only }: Pick<Judging, "asks" | "only">): "all" | "checks" | "asked" {
  if (only !== undefined) return "asked";
  return asks === "everybody" ? "all" : "checks";
}

/** A name that the plan does not know is a slip, not a review in which nothing was found. */
function requireNamed({ reviewers }: GateReport, { only = [] }: Pick<Judging, "only">): void {
  const unknown = only.filter((name) => !reviewers.some(({ reviewer }) => reviewer === name));
  if (unknown.length === 0) return;
  throw new CountersignError(
    "invalid_input",
    `The policy does not ask ${unknown.join(", ")} about this change`,
    {
      hint: "List the reviewers of this change: --dry-run",
    },
  );
}

function follow(progress: Progress, { is, reviewer }: ReviewStep): void {
  if (is === "asked") progress.asked(reviewer);
  else progress.ended(reviewer);
}
