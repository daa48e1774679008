import { relativeAgeText, SIGNS, safeText, turnText } from "@countersign/review";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { FactLine } from "../../data/line-facts.ts";

type CardProps = { line: FactLine; me: string; isCursor: boolean };

/** A task on the board: id, urgency and turn; the title; the status. */
export const BoardCard = memo(function BoardCard({ line, me, isCursor }: CardProps) {
  const { task, title, priority, repo } = line;
  return (
    <li
      id={`card-${task}`}
      aria-current={isCursor}
      className="mb-2 rounded border border-edge bg-panel p-2 aria-[current=true]:bg-selected"
    >
      <p className="flex gap-2">
        <code className="text-muted">{task}</code> {priority}
        <span className="grow" />
        <CardTurn line={line} me={me} />
      </p>
      <Link to="/t/$task" params={{ task }} className="block min-h-6 break-words hover:underline">
        {safeText(title)}
      </Link>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <span>{statusText(line)}</span>
        <span>{safeText(repo)}</span>
        <span className="grow" />
        <span>{relativeAgeText(Date.now() - line.updatedMs)}</span>
      </p>
    </li>
  );
});

/** Names the turn in words, because colour alone is not enough. */
function CardTurn({ line: { state, turn }, me }: Omit<CardProps, "isCursor">) {
  if (state === "held") return <span className="text-warning">! held</span>;
  if (state === "rejected") return <span className="text-critical">{SIGNS.cross} rejected</span>;
  if (state === "done") return <span className="text-ok">{SIGNS.tick} done</span>;
  if (state === "approved" && turn.holder === "person")
    return <span className="text-warning">! merge waits</span>;
  if (state === "approved") return <span className="text-ok">{SIGNS.tick} approved</span>;
  if (state === "merging") return <span className="text-ok">merging</span>;
  if (turn.who === me)
    return (
      <strong>
        <span aria-hidden="true">{SIGNS.turn}</span> you
      </strong>
    );
  return <span className="text-muted">{safeText(turnText(turn, me))}</span>;
}

function statusText({ state, gate, round, findings, mode }: FactLine): string {
  if (state === "rework") return `to be redone, round ${(round ?? 0) + 1}`;
  if (findings.critical > 0) return `${findings.critical} critical`;
  if (findings.major > 0) return `${findings.major} major`;
  return gate?.replaceAll("_", " ") ?? mode ?? "";
}
