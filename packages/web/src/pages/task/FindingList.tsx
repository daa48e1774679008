import type { Finding } from "@countersign/api";
import { safeText } from "@countersign/review";
import { useId, useState } from "react";
import { type FindingGroup, findingPlace, groupFindings, raisedByText } from "./finding-groups.ts";

type FindingListProps = {
  findings: readonly Finding[];
  /** Shows a finding at its place in the change. */
  onChoose(finding: string): void;
};

const TONES: Readonly<Record<string, string>> = {
  critical: "text-critical",
  major: "text-major",
  warning: "text-warning",
};

/** Every finding of the task, the worst first, as a way to its place in the change. */
export function FindingList({ findings, onChoose }: FindingListProps) {
  const title = useId();
  const [shown, setShown] = useState("all");
  const groups = groupFindings(findings);
  if (groups.length === 0) return null;
  return (
    <aside
      aria-labelledby={title}
      className="hidden w-64 shrink-0 overflow-y-auto border-edge border-l bg-panel p-2 lg:block 2xl:w-80"
    >
      <div className="mb-2 flex items-center gap-2">
        <h2 id={title} className="grow font-semibold">
          Findings {findings.length}
        </h2>
        <select
          aria-label="Findings shown"
          className="field w-auto"
          value={shown}
          onChange={({ target }) => setShown(target.value)}
        >
          <option value="all">all</option>
          {groups.map(({ name, findings: own }) => (
            <option key={name} value={name}>
              {name} {own.length}
            </option>
          ))}
        </select>
      </div>
      {groups
        .filter(({ name }) => shown === "all" || shown === name)
        .map((group) => (
          <Group
            key={`${group.name} ${shown}`}
            group={group}
            isOpen={!group.isFolded || shown !== "all"}
            onChoose={onChoose}
          />
        ))}
    </aside>
  );
}

type GroupProps = { group: FindingGroup; isOpen: boolean; onChoose(finding: string): void };

function Group({ group: { name, findings }, isOpen, onChoose }: GroupProps) {
  return (
    <details open={isOpen} className="mb-2">
      <summary className={`min-h-6 cursor-pointer font-semibold ${TONES[name] ?? "text-muted"}`}>
        {name} {findings.length}
      </summary>
      <ul className="flex flex-col gap-1">
        {findings.map((finding) => (
          <li key={finding.id}>
            {/* The change no longer shows settled and disputed findings. */}
            {name === "settled" || name === "disputed" ? (
              <div className="p-1 text-muted">
                <Lines finding={finding} />
              </div>
            ) : (
              <button
                type="button"
                className="w-full cursor-pointer rounded p-1 text-left hover:bg-selected"
                onClick={() => onChoose(finding.id)}
              >
                <Lines finding={finding} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Lines({ finding }: { finding: Finding }) {
  const { id, message, disposition } = finding;
  const about = [id, raisedByText(finding), disposition.is === "open" ? "" : disposition.is];
  const answer = answerText(disposition);
  return (
    <>
      <span className="block truncate font-mono text-sm" title={safeText(findingPlace(finding))}>
        {safeText(findingPlace(finding))}
      </span>
      <span className="line-clamp-3 [overflow-wrap:anywhere]">{safeText(message)}</span>
      <span className="block text-muted text-sm [overflow-wrap:anywhere]">
        {safeText(about.filter((part) => part !== "").join(" · "))}
      </span>
      {answer !== "" && (
        <span className="line-clamp-3 text-sm [overflow-wrap:anywhere]">{safeText(answer)}</span>
      )}
    </>
  );
}

/** Returns what was answered to a finding: the reason of a dismissal, or the author's objection. */
function answerText(disposition: Finding["disposition"]): string {
  if (disposition.is === "dismissed") return `${disposition.by}: ${disposition.reason}`;
  return disposition.is === "disputed" ? `${disposition.by}: ${disposition.note}` : "";
}
