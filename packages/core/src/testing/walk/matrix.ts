import type { PhaseName } from "../../task/model/state.ts";
import { PHASES } from "../../task/model/state.ts";
import type { TaskCommand } from "./world.ts";

/** How often each state met each command, legal and refused counted apart. */
export type Matrix = ReturnType<typeof newMatrix>;

type Cell = { legal: number; refused: number };

export function newMatrix() {
  const cells = new Map<string, Cell>();
  return {
    count(phase: PhaseName, command: TaskCommand, legal: boolean): void {
      const key = `${rowOf(command)} | ${phase}`;
      const cell = cells.get(key) ?? { legal: 0, refused: 0 };
      cell[legal ? "legal" : "refused"] += 1;
      cells.set(key, cell);
    },
    rows(): string[] {
      return [...new Set([...cells.keys()].map((key) => key.split(" | ")[0] ?? ""))].sort();
    },
    cell(row: string, phase: PhaseName): Cell {
      return cells.get(`${row} | ${phase}`) ?? { legal: 0, refused: 0 };
    },
    total(): number {
      return [...cells.values()].reduce((sum, cell) => sum + cell.legal + cell.refused, 0);
    },
    /** The matrix as a Markdown table: legal / refused. */
    render(): string {
      const head = `| command | ${PHASES.join(" | ")} |\n|---|${PHASES.map(() => "---|").join("")}`;
      const lines = this.rows().map((row) => {
        const counts = PHASES.map((phase) => this.cell(row, phase));
        return `| ${row} | ${counts.map((cell) => `${cell.legal} / ${cell.refused}`).join(" | ")} |`;
      });
      return [head, ...lines].join("\n");
    },
  };
}

/** Commands whose variants are rows of their own. */
function rowOf(command: TaskCommand): string {
  if (command.type === "target_moved") return `target_moved ${command.by}`;
  if (command.type === "merge_failed")
    return ["conflict", "moved", "checks_red", "policy_unreadable"].includes(command.kind)
      ? "merge_failed result"
      : "merge_failed passing";
  if (command.type === "record_verdict") return `record_verdict ${command.of}`;
  return command.type;
}

const ALL = PHASES;
const BUT_OPEN = PHASES.filter((phase) => phase !== "open");

/** Where each command can be legal; everywhere else it is always refused. */
const LEGAL: Readonly<Record<string, readonly PhaseName[]>> = {
  approve: ["reviewing", "approved", "merging", "done"],
  cancel_reviewer: ["reviewing"],
  cancel: ["open", "in_progress", "reviewing", "rework", "held", "approved", "rejected"],
  change_mode: ["open", "in_progress", "reviewing", "rework", "held", "approved"],
  claim: ["open", "in_progress", "rework"],
  close_grace: ["rework", "approved", "rejected"],
  closed_elsewhere: ALL,
  debt_filed: ["done"],
  deadline: ["in_progress", "reviewing", "rework", "held", "merging"],
  dispose: BUT_OPEN,
  lease_expired: ["in_progress", "rework"],
  "merge_failed passing": ["merging"],
  "merge_failed result": ["merging"],
  merge_started: ["approved", "done"],
  merged: ["merging", "done"],
  no_result: BUT_OPEN,
  override: ["reviewing", "held", "approved", "merging", "done"],
  plan_checkup: ["in_progress", "rework"],
  plan_round: ["reviewing"],
  policy_changed: ALL,
  "record_verdict checkup": BUT_OPEN,
  "record_verdict round": BUT_OPEN,
  redo: ["in_progress", "reviewing", "rework", "held", "approved"],
  reject: ["open", "in_progress", "reviewing", "rework", "held", "approved", "rejected"],
  release: ["held"],
  reopen: ["done", "rejected"],
  review_again: ["merging"],
  request_review: ["in_progress", "reviewing", "rework", "approved"],
  retry_reviewer: ["reviewing"],
  report_event: ALL,
  submit: ["open", "in_progress", "reviewing", "rework", "held", "approved"],
  "target_moved others": ALL,
  "target_moved us": ALL,
  undo: ["rework", "approved", "rejected"],
  work_moved: ALL,
  work_updated: ["done"],
};

/** Commands that, where they are legal, nobody is refused. */
const NEVER_REFUSED = new Set(["record_verdict checkup", "record_verdict round", "report_event"]);

/** Cells met less often than they must be, legal and refused apart, and cells that should be impossible. */
export function missingCells(matrix: Matrix, least: number): string[] {
  return Object.entries(LEGAL).flatMap(([row, legalIn]) =>
    PHASES.flatMap((phase) => {
      const { legal, refused } = matrix.cell(row, phase);
      const canBeLegal = legalIn.includes(phase);
      const canBeRefused = !canBeLegal || !NEVER_REFUSED.has(row);
      return [
        ...(canBeLegal === legal >= least ? [] : [`${row} × ${phase}: legal ${legal}`]),
        ...(!canBeLegal && legal > 0 ? [`${row} × ${phase}: legal, but never should be`] : []),
        ...(canBeRefused === refused >= least ? [] : [`${row} × ${phase}: refused ${refused}`]),
      ];
    }),
  );
}
