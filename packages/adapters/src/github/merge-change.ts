import type { ForgeMerge, ForgeMergeOutcome, ForgeRepository } from "@countersign/engine";
import { ForgeError } from "@countersign/engine";
import { z } from "zod";
import { type GithubClients, repositoryParts } from "./client/github-clients.ts";
import { answeredStatus, toForgeError } from "./client/to-forge-error.ts";

const mergeAnswer = z.object({ sha: z.string().nullish() });

/** Statuses with which GitHub refuses to merge. */
const REFUSALS: Readonly<Record<number, "head_moved" | "not_mergeable">> = {
  405: "not_mergeable",
  409: "head_moved",
  422: "not_mergeable",
};

/** Asks GitHub to merge a pull request if its head is still the given one. The result is only a claim. */
export async function mergeChange(
  clients: GithubClients,
  repo: ForgeRepository,
  number: number,
  { method, head, title, message }: ForgeMerge,
): Promise<ForgeMergeOutcome> {
  const pull = { ...repositoryParts(repo), pull_number: number };
  return await unlessLost(
    clients.asInstallation(repo.installation, async ({ rest }) => {
      try {
        const { data } = await rest.pulls.merge({
          ...pull,
          sha: head,
          merge_method: method,
          commit_title: title,
          commit_message: message,
        });
        const merged = mergeAnswer.safeParse(data);
        return { outcome: "requested", commit: merged.data?.sha ?? null };
      } catch (error) {
        const outcome = REFUSALS[answeredStatus(error) ?? 0];
        if (outcome === undefined) throw error;
        return { outcome, detail: toForgeError(error, Date.now()).message };
      }
    }),
  );
}

/** Turns a failure after which a write may have been carried out into the outcome `unknown`. */
export async function unlessLost(write: Promise<ForgeMergeOutcome>): Promise<ForgeMergeOutcome> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof ForgeError) || error.kind !== "retry") throw error;
    return { outcome: "unknown", detail: error.message };
  }
}
