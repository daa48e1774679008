import { standingText, type TaskView } from "@countersign/api";
import {
  approvalEffect,
  chainLinks,
  countText,
  minutesText,
  readingMinutes,
  readNote,
  runReason,
  SIGNS,
  safeText,
} from "@countersign/review";
import { Link } from "@tanstack/react-router";
import type { FactLine } from "../../data/line-facts.ts";
import { usePolicyFacts } from "../../data/policy.ts";
import { useTask } from "../../data/queries.ts";
import { useDecider } from "../../decisions/Decisions.tsx";
import { decisionSubject } from "../../decisions/decision.ts";
import { newerRoundText, useShownView } from "../../decisions/use-shown-view.ts";
import { useSession } from "../../session/Session.tsx";
import { useReadShares } from "./use-read-shares.ts";

export type PreviewProps = {
  line: FactLine;
  onOpen(): void;
  onLater(): void;
  /** Opens the sheet that sends the task back or rejects it, about the round on screen. */
  onSheet(sheet: { is: "redo" | "reject"; view: TaskView }): void;
};

/** What a person needs to decide a small task without leaving the list. */
export function TaskPreview(props: PreviewProps) {
  const { line } = props;
  const { data, error } = useTask(line.task);
  return (
    <aside
      aria-label={`Preview of ${line.task}`}
      aria-busy={data === undefined}
      className="hidden w-80 shrink-0 overflow-y-auto border-edge border-l bg-panel p-4 lg:block 2xl:w-96"
    >
      <h2 className="mb-2 break-words font-semibold text-lg">
        <code className="text-muted">{line.task}</code> {safeText(line.title)}
      </h2>
      {error !== null && <p role="alert">{error.message}</p>}
      {data !== undefined && <PreviewFacts {...props} live={data} />}
    </aside>
  );
}

function PreviewFacts({ live, ...props }: PreviewProps & { live: TaskView }) {
  const { me } = useSession();
  const { view, newer, showNewer } = useShownView(live);
  const { round } = view;
  const change = round?.change ?? null;
  return (
    <>
      {newer !== null && (
        <p role="status" className="mb-2 text-warning">
          {newerRoundText(view, newer)}{" "}
          <button type="button" className="button" onClick={showNewer}>
            Show round {newer.round?.number}
          </button>
        </p>
      )}
      <p className="mb-3">{safeText(standingText(view, me.actor.id, Date.now()))}</p>
      <dl className="mb-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <Fact name="Chain">{chainText(view, me.actor.id)}</Fact>
        <Fact name="Gate">{view.gate?.replaceAll("_", " ") ?? "pending"}</Fact>
        {change !== null && (
          <Fact name="Change">
            {countText(change.files, "file")}, +{change.linesAdded} −{change.linesDeleted},{" "}
            {minutesText(readingMinutes(view))}
          </Fact>
        )}
        <Fact name="Order">{runReason(previewFacts(view, props.line))}</Fact>
        {round !== null && (
          <Fact name="Round">
            {round.number}
            {round.plan === null ? "" : `, mode ${round.plan.mode}`}
          </Fact>
        )}
        <Fact name="Author">{safeText(view.authors.at(-1) ?? "none")}</Fact>
      </dl>
      {round !== null && round.summary !== "" && (
        <blockquote className="mb-3 max-h-40 overflow-y-auto whitespace-pre-wrap break-words border-edge border-l-2 pl-3">
          {safeLines(round.summary)}
        </blockquote>
      )}
      <PreviewButtons {...props} view={view} />
    </>
  );
}

function PreviewButtons({ view, onOpen, onLater, onSheet }: PreviewProps & { view: TaskView }) {
  const { me } = useSession();
  const { decide } = useDecider();
  const subject = decisionSubject(view);
  const share = useReadShares([view]).get(view.id) ?? 0;
  const { strategy } = usePolicyFacts(view.repo);
  const isMine = view.turn.who === me.actor.id && subject !== null;
  return (
    <div className="flex flex-wrap gap-2">
      {isMine && view.state === "reviewing" && (
        <button
          type="button"
          className="button"
          data-kind="main"
          data-decides=""
          onClick={() => decide([{ ...subject, act: "approve", note: readNote(share, view) }])}
        >
          {safeText(approvalEffect(view, me.actor.id, strategy))}
        </button>
      )}
      {isMine && (view.state === "reviewing" || view.state === "held") && (
        <>
          <button type="button" className="button" onClick={() => onSheet({ is: "redo", view })}>
            Request changes
          </button>
          <button type="button" className="button" onClick={() => onSheet({ is: "reject", view })}>
            Reject
          </button>
        </>
      )}
      <button type="button" className="button" onClick={onOpen}>
        Open <kbd className="key">Enter</kbd>
      </button>
      <Link to="/t/$task/why" params={{ task: view.id }} className="button">
        Why <kbd className="key">W</kbd>
      </Link>
      {view.turn.who === me.actor.id && (
        <button type="button" className="button" onClick={onLater}>
          Later <kbd className="key">t</kbd>
        </button>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

const MARKS = {
  satisfied: SIGNS.tick,
  objected: SIGNS.cross,
  no_result: "!",
  waiting: SIGNS.turn,
  later: SIGNS.open,
} as const;

/** Returns the chain on one line: `peer ✓ agent-2 → owner ▶ you`. */
function chainText(view: TaskView, me: string): string {
  const links = chainLinks(view, me);
  if (links.length === 0) return "no reviewers required";
  const texts = links.map(({ layer, status, who }) => `${layer} ${MARKS[status]} ${who}`);
  return safeText(texts.join(` ${SIGNS.arrow} `));
}

/** Returns what the order depends on, from the task as loaded. */
function previewFacts(view: TaskView, line: FactLine) {
  const findings = { critical: 0, major: 0, warning: 0, info: 0 };
  for (const { severity, disposition } of view.findings)
    if (disposition.is === "open") findings[severity] += 1;
  const risk = view.round?.plan?.risk ?? line.risk;
  return { risk, findings, minutes: readingMinutes(view) };
}

/** Makes a text of several lines safe, line by line. */
function safeLines(text: string): string {
  return text
    .split("\n")
    .map((part) => safeText(part))
    .join("\n");
}
