import type { EngineScope } from "../execute/engine-scope.ts";
import type { Session } from "../platform/transact.ts";
import { readTrustVersion } from "../proof/read-trust-version.ts";
import { witnessJob } from "../store/names/witness-job.ts";

/** Lets the new end of a chain be offered to witnesses, if its trust file names some. */
export async function enqueueWitnessing(
  { queue, org, mirror, witnesses, witnessRetryMs }: EngineScope,
  session: Session,
  repo: string,
  { object, commit }: { object: string; commit: string },
): Promise<void> {
  if (witnesses === undefined) return;
  const trust = await readTrustVersion(mirror, repo, commit);
  if (trust === null || trust.file.witnesses.keys.length === 0) return;
  const job = witnessJob(org, { repo, object, tries: 0 }, witnessRetryMs);
  await queue.enqueue(session.client, [job]);
}
