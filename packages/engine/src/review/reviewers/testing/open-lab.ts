import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Policy, Task } from "@countersign/core";
import { afterAll } from "vitest";
import type { ReviewerRunner } from "../../../ports/reviewer-runner.ts";
import {
  openPlainRepository,
  type PlainRepository,
} from "../../checks/testing/plain-repository.ts";
import { askReviewer } from "../ask-reviewer.ts";
import type { ReviewerResult } from "../reviewer-deps.ts";
import { policyReviewer, policyWith, taskInReview } from "./review-task.ts";

type AskOptions = {
  reviewer?: object;
  more?: object;
  task?: Partial<Task>;
  spentTodayUsd?: number;
  signal?: AbortSignal;
};

export const CODE = "export const divide = (a: number, b: number) => a / b;\n";
export const SECRET = `AKIA${"QZ7WSX5EDC3RFV2T"}`;

/** A real repository with a change, and one reviewer to ask about it. */
export type Lab = {
  repository: PlainRepository;
  scratch: string;
  ask(runner: ReviewerRunner, options?: AskOptions): Promise<ReviewerResult>;
};

export async function openLab(): Promise<Lab> {
  const repository = await openPlainRepository();
  const scratch = await mkdtemp(join(tmpdir(), "review-scratch-"));
  afterAll(async () => {
    await repository.remove();
    await rm(scratch, { recursive: true, force: true });
  });
  await repository.commit({ "readme.md": "# Shop\n", "old.env": `AWS_ID=${SECRET}\n` });
  await repository.commit({ "src/divide.ts": CODE, "src/keys.ts": `const id = "${SECRET}";\n` });
  return {
    repository,
    scratch,
    async ask(runner, options = {}) {
      const policy: Policy = policyWith([{ id: "reader", ...options.reviewer }], options.more);
      const content = await repository.content();
      return await askReviewer(
        { mirror: repository.mirror, runner, scratch, firstPauseMs: 1 },
        {
          policy,
          reviewer: policyReviewer(policy, "reader"),
          task: { ...taskInReview(policy, content), ...options.task },
          of: "round",
          content,
          spentTodayUsd: options.spentTodayUsd,
          signal: options.signal ?? new AbortController().signal,
        },
      );
    },
  };
}
