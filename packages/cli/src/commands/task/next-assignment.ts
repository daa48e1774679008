import { type AssignmentView, type Client, nextAssignmentText } from "@countersign/api";
import { display } from "../../output/display.ts";
import { type Workplace, workplaceLocation } from "../../workplace/find-workplace.ts";

/** What the author of a session works on next in this directory; null: nothing waits. */
export async function nextAssignmentHere(
  { client }: { client: Pick<Client, "nextAssignment"> },
  place: Workplace | null,
  { repo, after }: { repo: string | undefined; after?: string },
): Promise<AssignmentView | null> {
  const submitted = after === undefined ? {} : { after };
  if (place === null) return (await client.nextAssignment(submitted)).assignment;
  const { branch, worktree } = workplaceLocation(place);
  const here = { branch, ...(worktree !== null && { worktree }) };
  const query = { ...submitted, ...here, ...(repo !== undefined && { repo }) };
  return (await client.nextAssignment(query)).assignment;
}

/** The next assignment in one line, with what to do before it is claimed. */
export function nextText(next: AssignmentView): string {
  return display(nextAssignmentText(next));
}
