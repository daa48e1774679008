import { standingText, type TaskView } from "@countersign/api";
import {
  chainLinks,
  countText,
  readingMinutes,
  readShareText,
  SIGNS,
  safeText,
  skippedLayers,
  turnText,
} from "@countersign/review";
import { useSession } from "../../session/Session.tsx";

type TaskHeaderProps = { view: TaskView; percent: number; onReviewers(): void };

/** What the task is, where it goes, and whose turn it is. */
export function TaskHeader({ view, percent, onReviewers }: TaskHeaderProps) {
  const { me } = useSession();
  const { round, location, repo, turn, gate, attempt, attemptLimit } = view;
  const target = round?.content.target ?? "";
  const size = round?.change ?? null;
  const facts = [
    safeText(repo),
    safeText(`${location?.branch ?? view.authors.at(-1) ?? ""} ${SIGNS.arrow} ${target}`),
    round === null ? "" : `round ${round.number} (attempt ${attempt} of ${attemptLimit})`,
    `turn: ${safeText(turnText(turn, me.actor.id))}`,
    gate === null ? "" : `gate ${gate}`,
    round?.plan == null ? "" : `${round.plan.mode}, risk ${round.plan.risk} of 10`,
    size === null
      ? ""
      : `${countText(size.files, "file")} +${size.linesAdded} -${size.linesDeleted}`,
    size === null ? "" : `about ${Math.max(1, Math.round(readingMinutes(view)))} min`,
    readShareText(percent),
  ].filter((fact) => fact !== "");
  return (
    <header className="border-edge border-b bg-panel px-4 py-2">
      <h1 className="font-semibold text-lg [overflow-wrap:anywhere]">
        <span className="text-muted">{view.id}</span> {safeText(view.title)}
      </h1>
      <ul className="flex flex-wrap gap-x-3 text-muted" aria-label="Facts">
        {facts.map((fact) => (
          <li key={fact} className="[overflow-wrap:anywhere]">
            {fact}
          </li>
        ))}
      </ul>
      <Chain view={view} onReviewers={onReviewers} />
      <p className="[overflow-wrap:anywhere]">
        {safeText(standingText(view, me.actor.id, Date.now()))}
      </p>
    </header>
  );
}

const STANDING = {
  satisfied: [SIGNS.tick, "approved"],
  waiting: [SIGNS.turn, "waiting"],
  objected: [SIGNS.cross, "objected"],
  later: [SIGNS.open, "later"],
  no_result: ["?", "no result"],
} as const;

function Chain({ view, onReviewers }: { view: TaskView; onReviewers(): void }) {
  const { me } = useSession();
  const links = chainLinks(view, me.actor.id);
  const skipped = skippedLayers(view);
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <ol aria-label="Chain" className="flex flex-wrap gap-x-3">
        {links.map(({ layer, who, status, hasConcerns }) => {
          const [sign, word] = STANDING[status];
          return (
            <li key={`${layer} ${who}`}>
              {safeText(layer)} <span aria-hidden="true">{sign}</span>
              <span className="sr-only">{word}</span> {safeText(who)}
              {hasConcerns && " (concerns)"}
            </li>
          );
        })}
        {skipped.map(({ layer, why }) => (
          <li key={layer} className="text-muted">
            {safeText(`${layer} skipped: ${why}`)}
          </li>
        ))}
      </ol>
      {view.round !== null && (
        <button type="button" className="button" onClick={onReviewers}>
          Reviewers and checks
        </button>
      )}
    </div>
  );
}
