import { expect, it } from "vitest";
import type { Job } from "../ports/effect-queue.ts";
import { enqueueStatement } from "./enqueue-jobs.ts";

/** Returns the serial queues that jobs of these partitions get. */
function serialQueues(queue: Job["queue"], partitions: readonly string[]): number[] {
  const jobs = partitions.map((partition, at) => ({
    ...{ id: `ours:${queue}:${at}`, org: "ours", kind: "x", payload: {} },
    ...{ queue, partition },
  }));
  const [rows = "[]"] = enqueueStatement(jobs).values;
  return JSON.parse(rows).map(({ serial }: { serial: number }) => serial);
}

it("gives the jobs of each reviewer four serial queues in turn, and those of a repository one", () => {
  const both = ["ours/ai", "ours/lint", "ours/ai", "ours/lint", "ours/ai", "ours/ai", "ours/ai"];

  expect(serialQueues("reviewers", both)).toEqual([0, 0, 1, 1, 2, 3, 0]);
  expect(serialQueues("merges", ["ours/shop", "ours/shop"])).toEqual([0, 0]);
});
