import { oneLine, type TaskView } from "@countersign/api";
import { z } from "zod";
import { type Detail, takeFitting } from "./limits.ts";

type Finding = TaskView["findings"][number];

const MAX = {
  concise: { text: 240, quote: 200, tokens: 1_000 },
  full: { text: 2_000, quote: 2_000, tokens: 12_000 },
} as const;
const MAX_PLACE = 250;
const MAX_TITLE = 200;

/** A finding as agents read it, with foreign text on one line each. */
export const FindingView = z.looseObject({ id: z.string() });

function viewFinding(finding: Finding, detail: Detail) {
  const { id, severity, file, line, quote, message, satisfiedWhen, raisedBy, disposition } =
    finding;
  const { text, quote: longest } = MAX[detail];
  return {
    id,
    severity,
    status: disposition.is,
    ...(file !== undefined && {
      where: oneLine(line === undefined ? file : `${file}:${line}`, MAX_PLACE),
    }),
    ...(quote !== undefined && { quote: oneLine(quote, longest) }),
    problem: oneLine(message, text),
    ...(satisfiedWhen !== undefined && { done_when: oneLine(satisfiedWhen, text) }),
    raised_by: raisedBy.slice(0, 5).join(", "),
  };
}

/** Returns as many findings as fit, in the order of the task. */
export function viewFindings(findings: readonly Finding[], detail: Detail) {
  const viewed = findings.map((finding) => viewFinding(finding, detail));
  return takeFitting(viewed, MAX[detail].tokens);
}

/** Selects the findings that count against the change. */
export function listStandingFindings({ findings }: TaskView): Finding[] {
  return findings.filter(({ disposition: { is } }) => is === "open" || is === "disputed");
}

/** Selects the findings that the author has not answered. */
export function listUnansweredFindings({ findings }: TaskView): Finding[] {
  return findings.filter(({ disposition }) => disposition.is === "open");
}

export function shortTitle({ title }: { title: string }): string {
  return oneLine(title, MAX_TITLE);
}

export function turnHolderText({ turn }: Pick<TaskView, "turn">): string {
  if (turn.holder === "person") return oneLine(turn.who, 64);
  if (turn.holder === "agent") return turn.who === null ? "any agent" : `agent ${turn.who}`;
  return turn.holder;
}
