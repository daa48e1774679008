import { standingText, type TaskView } from "@countersign/api";
import {
  chainLinks,
  countText,
  lastReviewedRound,
  readingMinutes,
  SIGNS,
  safeText,
  skippedLayers,
  turnText,
} from "@countersign/review";
import { useSession } from "../../session/Session.tsx";
import { TaskTabs } from "./TaskTabs.tsx";

type TaskHeaderProps = {
  view: TaskView;
  /** Whether only what came since the last review is on screen. */
  isSince: boolean;
  /** A review run has no tabs: they would leave it. */
  hasTabs: boolean;
  onReviewers(): void;
};

/** What the task is, where it goes, and whose turn it is. */
export function TaskHeader({ view, isSince, hasTabs, onReviewers }: TaskHeaderProps) {
  const { me } = useSession();
  const { round, location, repo, turn, gate, attempt, attemptLimit } = view;
  const target = round?.content.target ?? "";
  const size = round?.change ?? null;
  const facts = [
    safeText(repo),
    safeText(`${location?.branch ?? view.authors.at(-1) ?? ""} ${SIGNS.arrow} ${target}`),
    round === null ? "" : `round ${round.number} (attempt ${attempt} of ${attemptLimit})`,
    `turn: ${safeText(turnText(turn, me.actor.id))}`,
    gate === null ? "" : `gate ${gate.replaceAll("_", " ")}`,
    round?.plan == null ? "" : `${round.plan.mode}, risk ${round.plan.risk} of 10`,
    size === null
      ? ""
      : `${countText(size.files, "file")} +${size.linesAdded} -${size.linesDeleted}`,
    size === null ? "" : `about ${Math.max(1, Math.round(readingMinutes(view)))} min`,
  ].filter((fact) => fact !== "");
  return (
    <header className="border-edge border-b bg-panel px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="grow font-semibold text-lg [overflow-wrap:anywhere]">
          <span className="text-muted">{view.id}</span> {safeText(view.title)}
        </h1>
        {hasTabs && (
          <TaskTabs
            task={view.id}
            current={isSince ? "since" : "review"}
            since={lastReviewedRound(view, me.actor.id)}
          />
        )}
      </div>
      <ul className="flex flex-wrap gap-x-3 text-muted" aria-label="Facts">
        {facts.map((fact) => (
          <li key={fact} className="[overflow-wrap:anywhere]">
            {fact}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="[overflow-wrap:anywhere]">
          {safeText(standingText(view, me.actor.id, Date.now()))}
        </p>
        <Chain view={view} onReviewers={onReviewers} />
      </div>
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
          <li key={layer} className="text-muted" title={safeText(why)}>
            {safeText(layer)} skipped<span className="sr-only">: {safeText(why)}</span>
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
