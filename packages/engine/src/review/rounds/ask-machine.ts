import type { Content, Policy, Requirement, Reviewer, Task } from "@countersign/core";
import { findRunner } from "../../policy/engine-run.ts";
import type { Mirror } from "../../ports/mirror.ts";
import type { PackageNetwork } from "../../ports/package-network.ts";
import type { ProcessRunner } from "../../ports/process-runner.ts";
import type { ReportReader } from "../../ports/report-reader.ts";
import type { ReviewerRunner, ReviewerRunners } from "../../ports/reviewer-runner.ts";
import { isBuiltin, runBuiltin } from "../checks/builtin/builtin.ts";
import type { CheckResult } from "../checks/findings/check-result.ts";
import type { Preparations } from "../checks/prepare/preparations.ts";
import { readJudges } from "../checks/read-judges.ts";
import { type CheckStep, runCheck } from "../checks/run-check.ts";
import type { UnsandboxedRule } from "../checks/sandbox-refusal.ts";
import { askReviewer } from "../reviewers/ask-reviewer.ts";
import type { ReviewerResult } from "../reviewers/reviewer-deps.ts";
import type { TreeCopies } from "../reviewers/tree-copies.ts";
import type { Turns } from "../reviewers/turns.ts";
import { protectedKeys } from "./protected-keys.ts";

/** What machines need to look at a change. */
export type ReviewDeps = {
  mirror: Mirror;
  processes: ProcessRunner;
  reports: ReportReader;
  /** How agents are asked, by adapter; one without a runner cannot be asked here. */
  runners: ReviewerRunners;
  /** The waiting order of reviewers. Default: none waits for another. */
  turns?: Turns | undefined;
  /** Trees for agents that only read; left out: each has its own. */
  copies?: TreeCopies | undefined;
  /** Left out: no command of a project runs without a sandbox. */
  mayRunUnsandboxed?: UnsandboxedRule | undefined;
  /** How preparations reach package registries; left out: they have no network. */
  packages?: PackageNetwork | undefined;
  /** Preparations that several checks wait for; left out: each check prepares by itself. */
  preparations?: Preparations | undefined;
  /** A directory of ours for checkouts; what is in it may go at any time. */
  scratch: string;
};

/** What one machine is asked, about exactly this content. */
export type MachineQuestion = {
  policy: Policy;
  task: Task;
  of: "round" | "checkup";
  content: Content;
  requirement: Requirement;
  reviewer: string;
  /** What the organisation spent today, if it is counted. */
  spentTodayUsd?: number | undefined;
  signal: AbortSignal;
  /** Reports what a check of the project does now. */
  onStep?: ((step: CheckStep) => void) | undefined;
};

/** What a machine said, or why it said nothing. */
export type MachineResult = CheckResult | ReviewerResult;

/** Lets one machine look at the content; null for a reviewer that cannot be asked here. */
export async function askMachine(
  parts: ReviewDeps,
  question: Omit<MachineQuestion, "requirement">,
): Promise<MachineResult | null> {
  const { policy, content, reviewer, signal, onStep, task, of } = question;
  const { mirror } = parts;
  if (isBuiltin(reviewer, policy.reviewers))
    return await runBuiltin(reviewer, {
      mirror,
      content,
      policy,
      protectedKeys: protectedKeys(policy),
      facts: of === "round" ? (task.round?.facts ?? null) : null,
    });
  const agent = findAgent(parts, question);
  if (agent !== null) {
    const { scratch, turns, copies } = parts;
    const asked = { ...question, reviewer: agent.reviewer };
    return await askReviewer({ mirror, scratch, turns, copies, runner: agent.runner }, asked);
  }
  const check = policy.checks.find(({ id }) => id === reviewer);
  if (check === undefined) return null;
  const { repo, tree } = content;
  const judges = await readJudges(mirror, content, policy);
  const { prepare } = policy;
  return await runCheck(parts, { repo, tree, check, prepare, judges, signal, onStep });
}

/** The entry of the registry, if it is an agent, or a service that checks, and can be asked here. */
function findAgent(
  { runners }: ReviewDeps,
  { policy, reviewer }: Pick<MachineQuestion, "policy" | "reviewer">,
): { reviewer: Reviewer; runner: ReviewerRunner } | null {
  const entry = policy.reviewers.find(({ id }) => id === reviewer);
  const runner = entry === undefined ? null : findRunner(entry, runners);
  return entry === undefined || runner === null ? null : { reviewer: entry, runner };
}
