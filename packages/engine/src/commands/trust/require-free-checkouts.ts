import { CountersignError } from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";
import type { StoredRepository } from "../../store/organisation/repositories.ts";

/** Refuses a change of the target that would overwrite uncommitted changes in a checkout of it. */
export async function requireFreeCheckouts(
  mirror: Pick<Mirror, "findBlocked">,
  { id, path, target, tip }: StoredRepository,
  tree: string,
): Promise<void> {
  const [first] = await mirror.findBlocked({ id, path }, { branch: target, expected: tip, tree });
  if (first === undefined) return;
  const files = first.paths.slice(0, 3).join(", ");
  throw new CountersignError("wrong_state", `${first.path} has uncommitted changes in ${files}`, {
    hint: "Commit or stash them first",
  });
}
