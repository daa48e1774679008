import type { WhyView } from "@countersign/api";
import { safeText } from "@countersign/review";

/** Lists what happened to the task, oldest first. */
export function Timeline({ story }: Pick<WhyView, "story">) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 text-lg font-semibold">
        What happened
      </h2>
      <ol className="flex flex-col gap-1">
        {story.map(({ seq, atMs, by, text }) => (
          <li key={seq} className="flex flex-wrap gap-x-3">
            <time dateTime={new Date(atMs).toISOString()} className="text-muted">
              {new Date(atMs).toLocaleString()}
            </time>
            <span>{safeText(by)}</span>
            <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{safeText(text)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
