import type { TaskLine } from "@countersign/api";
import { sizeMinutes } from "@countersign/review";

type Findings = { critical: number; major: number; warning: number; info: number };

/** The fields of a list row that an engine of this version sends. */
type ListFacts = {
  round: number | null;
  attempt: number;
  attemptLimit: number | null;
  mode: string | null;
  risk: number | null;
  files: number | null;
  linesAdded: number | null;
  linesDeleted: number | null;
  findings: Findings;
  author: string | null;
  waitingSinceMs: number | null;
  isReturned: boolean;
  batchObstacles: string[];
};

/** A row with the minutes that its review takes. */
export type FactLine = TaskLine & ListFacts & { minutes: number };

const NO_FACTS: ListFacts = {
  round: null,
  attempt: 1,
  attemptLimit: null,
  mode: null,
  risk: null,
  files: null,
  linesAdded: null,
  linesDeleted: null,
  findings: { critical: 0, major: 0, warning: 0, info: 0 },
  author: null,
  waitingSinceMs: null,
  isReturned: false,
  batchObstacles: [],
};

/** Adds defaults for what an older engine leaves out, and the reading time. */
export function toFactLine(line: TaskLine): FactLine {
  const facts = { ...NO_FACTS, ...line };
  const { linesAdded, linesDeleted, files, findings } = facts;
  const open = findings.critical + findings.major + findings.warning + findings.info;
  const lines = (linesAdded ?? 0) + (linesDeleted ?? 0);
  const minutes = files === null ? 0 : sizeMinutes({ lines, files, findings: open });
  return { ...facts, minutes };
}
