import { CountersignError, TRUST_ADVICE, TRUST_FILES } from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";

/** Refuses commits of others that change the trust files: a verifier would contradict every later move. */
export async function requireSameTrust(
  mirror: Pick<Mirror, "findFiles">,
  repo: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [before, after] = await Promise.all([
    mirror.findFiles(repo, from, TRUST_FILES),
    mirror.findFiles(repo, to, TRUST_FILES),
  ]);
  const changed = TRUST_FILES.filter((file) => before.get(file) !== after.get(file));
  if (changed.length === 0) return;
  throw new CountersignError(
    "wrong_state",
    `The commits change ${changed.join(" and ")}, so they cannot be accepted. ${TRUST_ADVICE}`,
    {
      hint: `Put the target back to ${from.slice(0, 12)}, or add a commit that restores the files`,
    },
  );
}
