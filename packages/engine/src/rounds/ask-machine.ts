import type { Content, Policy, Requirement, Task } from "@countersign/core";
import { isBuiltin, runBuiltin } from "../checks/builtin.ts";
import { type CheckResult, runCheck } from "../checks/run-check.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { ProcessRunner } from "../ports/process-runner.ts";
import type { ReportReader } from "../ports/report-reader.ts";
import { protectedKeys } from "./protected-keys.ts";

/** What machines need to look at a change. */
export type MachineParts = {
  mirror: Mirror;
  processes: ProcessRunner;
  reports: ReportReader;
  /** A directory of ours for checkouts; what is in it may go at any time. */
  scratch: string;
};

/** What one machine is asked, about exactly this content. */
export type Question = {
  policy: Policy;
  task: Task;
  of: "round" | "checkup";
  content: Content;
  requirement: Requirement;
  reviewer: string;
  signal: AbortSignal;
};

/** Lets one machine look at the content; null for a reviewer that cannot be asked here. */
export async function askMachine(
  parts: MachineParts,
  { policy, content, reviewer, signal }: Question,
): Promise<CheckResult | null> {
  const { mirror } = parts;
  if (isBuiltin(reviewer, policy.reviewers))
    return await runBuiltin(reviewer, {
      mirror,
      content,
      policy,
      protectedKeys: protectedKeys(policy),
    });
  const check = policy.checks.find(({ id }) => id === reviewer);
  if (check === undefined) return null;
  const { repo, tree } = content;
  return await runCheck(parts, { repo, tree, check, prepare: policy.prepare, signal });
}
