import type { EngineScope } from "../execute/engine-scope.ts";
import type { Session } from "../platform/transact.ts";
import { readLinkedRepository } from "../store/forge/linked-repositories.ts";
import { JOB_IDS, PARTITIONS } from "../store/names/job-ids.ts";

/** Lets new proofs be pushed to the forge of a repository, in the transaction that records them. */
export async function enqueueProofPush(
  { queue, org, forge }: Pick<EngineScope, "queue" | "org" | "forge">,
  session: Session,
  repo: string,
  last: string,
): Promise<void> {
  const link = forge === undefined ? null : await readLinkedRepository(session, repo);
  if (link === null) return;
  await queue.enqueue(session.client, [
    {
      ...{ org, queue: "merges", kind: "push_proofs", payload: { repo } },
      id: JOB_IDS.pushProofs(org, repo, last),
      partition: PARTITIONS.forgeWrites(org, link.forge.installation),
    },
  ]);
}
