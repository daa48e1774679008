import { type Client, listChainSeats } from "@countersign/api";
import type { Reviewer } from "@countersign/core";
import type { ReviewerRunners } from "@countersign/engine";
import { z } from "zod";
import { isProgram, programText, reviewerState } from "./engine-runners.ts";
import { askedWhen, type Registry } from "./when-text.ts";

const LastResult = z.object({
  task: z.string(),
  round: z.int(),
  opinion: z.string(),
  costUsd: z.number(),
});
type LastResult = z.infer<typeof LastResult>;

/** One reviewer of this repository, for `reviewer list`. */
export const ReviewerLine = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["agent", "check"]),
  adapter: z.string(),
  model: z.string().nullable(),
  /** When the policy asks it; empty: it is in the registry and no policy asks it. */
  asked: z.array(z.string()),
  /** Whether the engine can run it now; null: the engine is elsewhere. */
  available: z.boolean().nullable(),
  /** Its program and version, or why it is not available and what helps. */
  says: z.string(),
  budgetUsd: z.number().nullable(),
  /** False: only the file in this working directory has it, and it is not accepted yet. */
  accepted: z.boolean(),
  last: LastResult.nullable(),
});
export type ReviewerLine = z.infer<typeof ReviewerLine>;

/** Describes each reviewer of a registry; `runners` are those of the local engine, null for one elsewhere. */
export async function reviewerLines(
  registry: Registry,
  { runners, accepted }: { runners: ReviewerRunners | null; accepted: boolean },
): Promise<Omit<ReviewerLine, "last">[]> {
  return await Promise.all(
    registry.reviewers.map(async (reviewer) => {
      const { id, name, kind, adapter, model, budgetUsd } = reviewer;
      const asked = askedWhen(id, registry);
      const state = await stateOf(reviewer, runners);
      return { id, name, kind, adapter, model, asked, ...state, budgetUsd, accepted };
    }),
  );
}

async function stateOf(
  reviewer: Reviewer,
  runners: ReviewerRunners | null,
): Promise<Pick<ReviewerLine, "available" | "says">> {
  const { adapter } = reviewer;
  if (isProgram(reviewer)) return { available: true, says: "run by the engine" };
  if (runners === null) return { available: null, says: "run on the engine's machine" };
  const state = await reviewerState(reviewer, runners);
  if (state === null) return { available: false, says: `${adapter} is not set up` };
  if (state.ok) return { available: true, says: programText(adapter, state) };
  return { available: false, says: `${state.reason.replace(/\.$/, "")}. ${state.hint}` };
}

/** Tasks that are looked at for a reviewer's last result. */
const MAX_TASKS = 20;

/** The last answer of each reviewer in the tasks of a repository that changed last. */
export async function lastResults(
  client: Client,
  repo: string,
): Promise<ReadonlyMap<string, LastResult>> {
  const { items } = await client.listTasks({ repo, limit: MAX_TASKS });
  const found = new Map<string, LastResult>();
  for (const { task } of items) {
    const view = await client.showTask({ task });
    for (const { reviewer, verdict } of listChainSeats(view)) {
      if (verdict === null || found.has(reviewer)) continue;
      const { opinion, costUsd } = verdict;
      found.set(reviewer, { task, round: view.round?.number ?? 1, opinion, costUsd });
    }
  }
  return found;
}
