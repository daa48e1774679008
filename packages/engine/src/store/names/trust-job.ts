import type { Job } from "../../ports/effect-queue.ts";
import { JOB_IDS, PARTITIONS } from "./job-ids.ts";

/** Builds the job that carries out a request that enough people signed. It runs in turn with the merges. */
export function trustJob(
  org: string,
  { id, repo }: { id: string; repo: string },
  { when, delayMs = 0 }: { when: string; delayMs?: number },
): Job {
  return {
    ...{ org, id: JOB_IDS.changeTrust(org, id, when), queue: "merges" },
    partition: PARTITIONS.repository(org, repo),
    ...{ kind: "change_trust", payload: { request: id, repo }, delayMs },
  };
}
