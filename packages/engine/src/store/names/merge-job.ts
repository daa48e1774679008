import type { Task } from "@countersign/core";
import type { Job } from "../../ports/effect-queue.ts";
import { PARTITIONS } from "./job-ids.ts";

/** Builds the job that merges a task. Merges of one repository run one at a time. */
export function mergeJob(
  org: string,
  task: Pick<Task, "id" | "repo">,
  id: string,
  delayMs: number,
): Job {
  return {
    id,
    org,
    queue: "merges",
    partition: PARTITIONS.repository(org, task.repo),
    kind: "merge",
    payload: { task: task.id },
    delayMs,
  };
}
