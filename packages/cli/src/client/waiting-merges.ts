import type { Client } from "@countersign/api";
import { display, displayShort } from "../output/display.ts";
import type { Style } from "../output/style.ts";

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

const TITLE = 60;

/** Two lines per merge that waits: which task, and what is in its way with the command that helps. */
export function waitingMergeLines(merges: readonly WaitingMerge[], style: Style): string[] {
  return merges.map(({ task, title, detail }) => {
    const name = `${style.paint("strong", task)}  ${displayShort(title, TITLE, style)}`;
    return `${style.paint("warn", "Not merged yet:")} ${name}\n  ${display(detail, style)}`;
  });
}
