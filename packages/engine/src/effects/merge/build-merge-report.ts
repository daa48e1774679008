import type { ForgeReport } from "../../ports/forge.ts";

/** What the check of a merge commit says. The summary is Markdown of ours. */
export type MergeVerdict = Pick<ForgeReport, "commit" | "title" | "summary"> & {
  state: "success" | "failure";
};

/** Builds the report of a merge commit that is not the head of a pull request, so it has no comment. */
export function buildMergeReport({ commit, state, title, summary }: MergeVerdict): ForgeReport {
  return {
    ...{ commit, state, title, summary },
    externalId: "merge",
    detailsUrl: null,
    annotations: [],
    actions: [],
    comment: null,
  };
}

/** Names tasks as Markdown. */
export function nameTasks(tasks: readonly string[]): string {
  return tasks.map((task) => `\`${task}\``).join(", ");
}
