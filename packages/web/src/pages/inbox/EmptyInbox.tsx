import type { Inbox } from "@countersign/api";
import { countText, safeText } from "@countersign/review";

type EmptyProps = { counts: Inbox["counts"]; filter: string; onClear(): void };

/** Says why no task waits for the person. */
export function EmptyInbox({ counts, filter, onClear }: EmptyProps) {
  if (filter !== "")
    return (
      <div className="p-4">
        <p className="mb-2">No task that waits for you matches “{safeText(filter)}”.</p>
        <button type="button" className="button" onClick={onClear}>
          Clear the filter
        </button>
      </div>
    );
  const isUnused = Object.values(counts).every((count) => count === 0);
  if (isUnused)
    return (
      <div className="p-4">
        <p className="mb-2">
          Tasks that wait for your review appear here. No agent has submitted anything yet.
        </p>
        <p className="mb-2">This command sets a repository up:</p>
        <pre className="inline-block rounded border border-edge bg-panel px-3 py-2">
          countersign init
        </pre>
      </div>
    );
  return <p className="p-4">Nothing waits for you. {othersText(counts)}</p>;
}

/** Says what goes on without the person. */
function othersText({ in_progress: working, rework, reviewing }: Inbox["counts"]): string {
  const withAgents = working + rework;
  if (withAgents + reviewing === 0) return "No agent is working.";
  return `${countText(withAgents, "task")} with agents, ${reviewing} in review.`;
}
