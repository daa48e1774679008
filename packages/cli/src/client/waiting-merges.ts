import type { Client } from "@countersign/api";

/** An approved task that cannot be merged yet, and what a person must do. */
export type WaitingMerge = { task: string; repo: string; title: string; detail: string };

/** Reads the merges that wait for a checkout of the target. */
export async function waitingMerges(client: Client): Promise<WaitingMerge[]> {
  const { items } = await client.listTasks({ state: ["approved"], turn: "person" });
  const views = await Promise.all(items.map(({ task }) => client.showTask({ task })));
  return views.flatMap(({ id, repo, title, mergeWaits }) =>
    mergeWaits === null ? [] : [{ task: id, repo, title, detail: mergeWaits.detail }],
  );
}
