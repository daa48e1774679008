import { CountersignError } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { Session } from "../../platform/transact.ts";
import type { Acceptance, StoredRepository } from "../../store/organisation/repositories.ts";
import { acceptTarget } from "../../target/accept-target.ts";

/**
 * Accepts the tip that a person named together with another decision. Refuses both if another commit was accepted
 * since.
 */
export async function acceptNamedTip(
  scope: EngineScope,
  repository: StoredRepository,
  tip: string,
  acceptance: Acceptance,
  alongside: (session: Session) => Promise<void>,
): Promise<void> {
  if (await acceptTarget(scope, repository, tip, acceptance, alongside)) return;
  const { id, target } = repository;
  throw new CountersignError(
    "stale_content",
    `Another commit of ${target} of ${id} was accepted in the meantime`,
    { details: { task: id }, hint: "Check it with: countersign repo list" },
  );
}
