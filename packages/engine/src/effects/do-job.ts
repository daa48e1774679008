import { z } from "zod";
import type { Parts } from "../commands/parts.ts";
import type { JobHandler } from "../ports/effect-queue.ts";
import { closeGrace, resetWork, saveCheckpoint } from "./keep-work.ts";
import { merge } from "./merge.ts";
import { readCheckup, readContent } from "./read-content.ts";
import { review } from "./review.ts";
import { updateWork } from "./update-work.ts";
import { wake } from "./wake.ts";

const task = z.string();
const number = z.int();

/** What each kind of job holds. Fields may be added; a job of an older release must still be read. */
const Job = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("read_content"), task, round: number }),
  z.object({ kind: z.literal("read_checkup"), task, checkup: number }),
  z.object({
    kind: z.literal("review"),
    task,
    of: z.enum(["round", "checkup"]),
    number,
    requirement: z.string(),
    reviewer: z.string(),
    again: number.default(0),
  }),
  z.object({ kind: z.literal("send_feedback"), task }),
  z.object({ kind: z.literal("reset_work"), task, to: z.enum(["before", "checkpoint"]) }),
  z.object({ kind: z.literal("save_checkpoint"), task, round: number }),
  z.object({ kind: z.literal("update_work"), task }),
  z.object({ kind: z.literal("merge"), task }),
  z.object({ kind: z.literal("close_grace"), task }),
  z.object({ kind: z.literal("wake"), task }),
]);

/** Carries one effect out. Each is safe to repeat, and does nothing when the task has moved on. */
export function doJobs(parts: Parts): JobHandler {
  return async ({ id, org, kind, payload }) => {
    const job = { id, ...Job.parse({ ...payload, kind }) };
    switch (job.kind) {
      case "read_content":
        return readContent(parts, org, job);
      case "read_checkup":
        return readCheckup(parts, org, job);
      case "review":
        return review(parts, org, job);
      case "reset_work":
        return resetWork(parts, org, job);
      case "save_checkpoint":
        return saveCheckpoint(parts, org, job);
      case "update_work":
        return updateWork(parts, org, job);
      case "merge":
        return merge(parts, org, job);
      case "send_feedback":
      case "close_grace":
        return closeGrace(parts, org, job);
      case "wake":
        return wake(parts, org, job);
    }
  };
}
