import { CountersignError } from "../../kernel/errors.ts";
import { PHASES, type PhaseName } from "../../task/model/state.ts";
import { transition } from "../../task/transition.ts";
import { shownCommand } from "../shown-command.ts";
import type { Try } from "./review-requests.ts";
import { ENGINE_ROWS, ROWS, type Row } from "./rows.ts";
import { type Situation, situations } from "./situations.ts";

/** `–` refused, `=` recorded and the state unchanged, `checkup` a look at the work began, or the state it leads to. */
type Outcome = "–" | "=" | "checkup" | PhaseName;

export type Cells = Readonly<Record<PhaseName, readonly Outcome[]>>;

const ORDER: readonly Outcome[] = ["–", "=", "checkup", ...PHASES];

/** The state × command table as `transition()` behaves. */
export function stateTable(): Map<string, Cells> {
  return tableOf(ROWS);
}

/** The same for what only the engine says. */
export function engineTable(): Map<string, Cells> {
  return tableOf(ENGINE_ROWS);
}

function tableOf(rows: readonly Row[]): Map<string, Cells> {
  const known = PHASES.map((state) => ({ state, all: situations(state) }));
  return new Map(
    rows.map((row) => {
      const cells = known.map(({ state, all }) => [state, outcomesOf(row, all)]);
      return [row.name, Object.fromEntries(cells)];
    }),
  );
}

function outcomesOf({ tries }: Row, all: readonly Situation[]): Outcome[] {
  const seen = new Set(
    all.flatMap((situation) => tries(situation.play.task).map((one) => outcomeOf(situation, one))),
  );
  return ORDER.filter((outcome) => seen.has(outcome));
}

function outcomeOf({ play }: Situation, { command, actor, around }: Try): Outcome {
  const before = play.task;
  try {
    const { task, log } = transition(before, shownCommand(before, command), {
      ...play.context(actor),
      ...around,
    });
    if (log.some(({ event }) => event.type === "checkup_started")) return "checkup";
    const isSame = task.phase.is === before.phase.is && task.round?.number === before.round?.number;
    return isSame ? "=" : task.phase.is;
  } catch (error) {
    if (error instanceof CountersignError) return "–";
    throw error;
  }
}

/** Both tables as Markdown. */
export function renderStateTables(): string {
  const engine: [string, Cells][] = [...engineTable()];
  return [
    render([...stateTable()]),
    "What only the engine says (`create` makes a task, which is then `open`):",
    render(engine),
  ].join("\n\n");
}

function render(rows: readonly (readonly [string, Cells])[]): string {
  const head = `| command | ${PHASES.join(" | ")} |\n|---|${"---|".repeat(PHASES.length)}`;
  const lines = rows.map(
    ([name, cells]) =>
      `| ${name} | ${PHASES.map((state) => cells[state].join(" · ")).join(" | ")} |`,
  );
  return [head, ...lines].join("\n");
}
