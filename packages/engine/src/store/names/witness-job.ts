import type { Job } from "../../ports/effect-queue.ts";
import { JOB_IDS, PARTITIONS } from "./job-ids.ts";

/** Milliseconds before each further offer of the same state. The last one is repeated. */
const RETRY_MS = [5_000, 30_000, 300_000, 1_800_000];

/** Builds the job that offers the chain of a repository to its witnesses, at the proof that is its end now. */
export function witnessJob(
  org: string,
  { repo, object, tries }: { repo: string; object: string; tries: number },
  retryMs: readonly number[] = RETRY_MS,
): Job {
  const delayMs = tries === 0 ? 0 : (retryMs[tries - 1] ?? retryMs.at(-1) ?? 0);
  return {
    ...{ org, id: JOB_IDS.witnessChain(org, repo, `${object}:${tries}`), queue: "merges" },
    partition: PARTITIONS.witnesses(org, repo),
    ...{ kind: "witness_chain", payload: { repo, object, tries }, delayMs },
  };
}
