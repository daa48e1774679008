import type { TaskView } from "@countersign/api";
import { useState } from "react";
import { useNewScreen } from "../commands/Commands.tsx";

export type ShownView = {
  /** The task with the round that is on screen. Decisions name this round. */
  view: TaskView;
  /** The task with a round that arrived later and is not on screen; null without one. */
  newer: TaskView | null;
  /** Shows the newer round. Keys that decide are ignored for a moment afterwards. */
  showNewer(): void;
};

/**
 * Keeps the round that was opened on screen. A round that arrives later is announced and shown on request, so that a
 * key meant for the older round cannot decide about the newer one.
 */
export function useShownView(live: TaskView): ShownView {
  const [kept, setKept] = useState(live);
  const isSame = kept.id !== live.id || hasSameContent(kept, live);
  if (isSame && kept !== live) setKept(live);
  const view = isSame ? live : kept;
  useNewScreen(`${view.id} ${view.round?.content.tree ?? ""}`);
  return { view, newer: isSame ? null : live, showNewer: () => setKept(live) };
}

/** Returns whether two states of a task show the same round with the same bytes. */
function hasSameContent(one: TaskView, other: TaskView): boolean {
  return (
    one.round?.number === other.round?.number &&
    one.round?.content.tree === other.round?.content.tree
  );
}

/** Announces a newer round: `agent-1 sent round 3 while you read round 2.` */
export function newerRoundText(shown: TaskView, newer: TaskView): string {
  const author = newer.authors.at(-1) ?? "The author";
  const sent = `${author} sent round ${newer.round?.number ?? ""}`;
  return shown.round === null ? `${sent}.` : `${sent} while you read round ${shown.round.number}.`;
}
