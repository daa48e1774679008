import { countText, relativeAgeText, SIGNS, safeText } from "@countersign/review";
import { memo } from "react";
import type { FactLine } from "../../data/line-facts.ts";
import { waitingSince } from "./inbox-order.ts";
import type { InboxRow } from "./inbox-rows.ts";
import type { ListSection } from "./list-sections.ts";

const COLUMNS = 4;

type RowProps = { row: InboxRow; index: number; isCursor: boolean; nowMinute: number };

/** Memoised, so that a key draws two rows again. Clicks are handled by the table. */
export const InboxRowView = memo(function InboxRowView(props: RowProps) {
  const { row, index, isCursor, nowMinute } = props;
  if (row.is === "section") return <SectionHead row={row} index={index} />;
  const { line, section } = row;
  return (
    <tr
      className="h-12 cursor-pointer border-edge/30 border-b aria-[current=true]:bg-selected"
      aria-current={isCursor}
      aria-rowindex={index + 1}
      data-index={index}
    >
      <th scope="row" className="truncate px-4 text-left font-normal">
        <a href={`/t/${line.task}`} className="hover:underline" tabIndex={-1}>
          <span
            aria-hidden="true"
            className={`inline-block w-3 ${isCursor ? "text-accent" : "invisible"}`}
          >
            {SIGNS.here}
          </span>
          {safeText(line.title)}
        </a>
        <br />
        <span className="pl-3 text-muted">
          <code>{line.task}</code> {statusText(line, section)}
        </span>
      </th>
      <td className="truncate px-0 md:px-2">
        <FindingCounts line={line} />
      </td>
      <td className="px-2 text-right">{minutesShort(line)}</td>
      <td className="px-2 text-right text-muted">
        {relativeAgeText(nowMinute - waitingSince(line))}
      </td>
    </tr>
  );
});

function SectionHead({ row, index }: { row: Extract<InboxRow, { is: "section" }>; index: number }) {
  const { title, count, isOpen } = row;
  return (
    <tr className="h-9 border-edge border-b bg-panel" aria-rowindex={index + 1} data-index={index}>
      <th scope="rowgroup" colSpan={COLUMNS} className="px-1 text-left">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-7 w-full cursor-pointer items-center gap-2 px-1 text-left font-semibold"
        >
          <span aria-hidden="true">{isOpen ? SIGNS.more : SIGNS.file}</span>
          {title} <span className="font-normal text-muted">{count}</span>
        </button>
      </th>
    </tr>
  );
}

function statusText(line: FactLine, section: ListSection): string {
  const { round, attemptLimit, mode, turn, state } = line;
  const parts = [
    round === null ? state.replace("_", " ") : roundText(round, attemptLimit),
    mode ?? "",
    section === "others" ? (turn.who ?? turn.holder) : "",
  ];
  return safeText(parts.filter((part) => part !== "").join(" · "));
}

function roundText(round: number, limit: number | null): string {
  return limit === null ? `round ${round}` : `round ${round} of ${Math.max(round, limit)}`;
}

const SEVERITIES = [
  ["critical", "text-critical"],
  ["major", "text-major"],
  ["warning", "text-warning"],
] as const;

/** Names the open findings in words, because colour alone is not enough. */
function FindingCounts({ line: { findings, risk, gate } }: { line: FactLine }) {
  const found = SEVERITIES.filter(([severity]) => findings[severity] > 0);
  return (
    <>
      {risk !== null && (
        <>
          <span className="text-muted">risk {risk}/10</span>
          <br />
        </>
      )}
      {found.map(([severity, colour]) => (
        <span key={severity} className={`mr-2 ${colour}`}>
          {severity === "warning"
            ? countText(findings.warning, "warning")
            : `${findings[severity]} ${severity}`}
        </span>
      ))}
      {found.length === 0 && gate !== null && gate !== "pass" && (
        <span className="text-warning">{gate.replaceAll("_", " ")}</span>
      )}
    </>
  );
}

function minutesShort({ minutes, files }: FactLine): string {
  if (files === null) return "";
  return minutes < 1 ? "<1 min" : `${Math.round(minutes)} min`;
}
