import type { TaskView } from "@countersign/api";
import { safeText } from "@countersign/review";
import { useQuery } from "@tanstack/react-query";
import { CommandButton } from "../../commands/CommandButton.tsx";
import { changeOptions } from "../../data/queries.ts";
import { newerRoundText } from "../../decisions/use-shown-view.ts";
import { useSession } from "../../session/Session.tsx";

/** Announces a round that arrived while the person reads an older one. */
export function NewerRound({ shown, newer }: { shown: TaskView; newer: TaskView }) {
  const { engine } = useSession();
  const until = newer.round?.number ?? 0;
  const tree = newer.round?.content.tree ?? "";
  const { data: change } = useQuery({
    ...changeOptions(engine, {
      task: newer.id,
      since: shown.round?.number ?? null,
      until,
      tree,
    }),
    enabled: until > 0,
  });
  const sum = (of: "added" | "removed"): number =>
    change?.files.reduce((total, file) => total + file[of], 0) ?? 0;
  const size = change === undefined ? "" : ` (+${sum("added")} -${sum("removed")} lines)`;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-3 border-warning border-b bg-panel px-4 py-1 text-warning"
    >
      <span className="grow">
        {safeText(newerRoundText(shown, newer)).replace(/\.$/u, "")}
        {size}. Nothing can be decided about round {shown.round?.number ?? 0} any more.
      </span>
      <CommandButton id="review.since">Show round {until}</CommandButton>
    </p>
  );
}
