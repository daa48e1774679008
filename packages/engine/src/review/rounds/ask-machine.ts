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

/** Dependencies of checks and reviewing agents. */
export type ReviewDeps = {
  mirror: Mirror;
  processes: ProcessRunner;
  reports: ReportReader;
  /** Runners of agents, by adapter. Agents without a runner cannot be asked here. */
  runners: ReviewerRunners;
  /** Limits of parallel questions. Default: none. */
  turns?: Turns | undefined;
  /** Shared trees for read-only agents. Default: each agent has its own copy. */
  copies?: TreeCopies | undefined;
  /** Allows project commands without a sandbox. Default: none. */
  mayRunUnsandboxed?: UnsandboxedRule | undefined;
  /** Network for preparations. Default: none. */
  packages?: PackageNetwork | undefined;
  /** Shared preparations. Default: each check prepares alone. */
  preparations?: Preparations | undefined;
  /** The engine's directory for checkouts. Its content may be deleted at any time. */
  scratch: string;
};

/** A question to one machine about exactly this content. */
export type MachineQuestion = {
  policy: Policy;
  task: Task;
  of: "round" | "checkup";
  content: Content;
  requirement: Requirement;
  reviewer: string;
  /** US dollars that the organisation spent today, if counted. */
  spentTodayUsd?: number | undefined;
  signal: AbortSignal;
  /** Reports the current step of a project check. */
  onStep?: ((step: CheckStep) => void) | undefined;
};

/** A machine's answer, or why there is none. */
export type MachineResult = CheckResult | ReviewerResult;

/** Asks one machine about the content. Returns null for a reviewer that cannot be asked here. */
export async function askMachine(
  deps: ReviewDeps,
  question: Omit<MachineQuestion, "requirement">,
): Promise<MachineResult | null> {
  const { policy, content, reviewer, signal, onStep, task, of } = question;
  const { mirror } = deps;
  if (isBuiltin(reviewer, policy.reviewers))
    return await runBuiltin(reviewer, {
      mirror,
      content,
      policy,
      protectedKeys: protectedKeys(policy),
      facts: of === "round" ? (task.round?.facts ?? null) : null,
    });
  const agent = findAgent(deps, question);
  if (agent !== null) {
    const { scratch, turns, copies } = deps;
    const asked = { ...question, reviewer: agent.reviewer };
    return await askReviewer({ mirror, scratch, turns, copies, runner: agent.runner }, asked);
  }
  const check = policy.checks.find(({ id }) => id === reviewer);
  if (check === undefined) return null;
  const { repo, tree } = content;
  const judges = await readJudges(mirror, content, policy);
  const { prepare } = policy;
  return await runCheck(deps, { repo, tree, check, prepare, judges, signal, onStep });
}

/** Returns the registry entry of an agent, or of a checking service, that can be asked here. */
function findAgent(
  { runners }: ReviewDeps,
  { policy, reviewer }: Pick<MachineQuestion, "policy" | "reviewer">,
): { reviewer: Reviewer; runner: ReviewerRunner } | null {
  const entry = policy.reviewers.find(({ id }) => id === reviewer);
  const runner = entry === undefined ? null : findRunner(entry, runners);
  return entry === undefined || runner === null ? null : { reviewer: entry, runner };
}
