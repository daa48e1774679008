import { State, TaskView } from "@countersign/api";
import { TaskId } from "@countersign/core";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { findFinding, isFindingWord } from "../../decisions/find-finding.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { EXIT_CODES } from "../../runtime/exit-codes.ts";
import { findingDetails } from "../../views/finding-text.ts";
import { gateExplained } from "./gate-text.ts";

const Decision = TaskView.shape.round.unwrap().shape.decision.unwrap();

const GateExplained = z.object({
  task: TaskId,
  gate: Decision.shape.gate,
  state: State,
  round: z.int().nullable(),
  counts: Decision.shape.counts.nullable(),
  reasons: Decision.shape.reasons,
  outstanding: Decision.shape.outstanding,
  hold: TaskView.shape.hold,
  findings: TaskView.shape.findings,
});

/** Explains the state of the gate, or the effect of one finding on it. */
export const gateExplain = defineCommand({
  usage: "explain [id]",
  examples: ["countersign gate explain cs-ab12", "countersign gate explain F-3"],

  takes: "task",
  output: {
    "gate.explain": GateExplained,
  },
  async run(context, { args }) {
    const session = await openSession(context);
    const word = args.id ?? ".";
    if (isFindingWord(word)) {
      const { task, finding } = await findFinding(context, session, word);
      return {
        schema: "gate.explain",
        data: dataOf(task, [finding]),
        exitCode: exitCodeFor(task),
        text: (style) => `${findingDetails(task, finding, style)}\n\n${gateExplained(task, style)}`,
      };
    }
    const task = await findTaskByWord(context, session, word);
    return {
      schema: "gate.explain",
      data: dataOf(task, task.findings),
      plain: [[task.id, task.gate ?? "pending", task.state]],
      exitCode: exitCodeFor(task),
      text: (style) => gateExplained(task, style),
    };
  },
});

function dataOf({ id, gate, state, round, hold }: TaskView, findings: TaskView["findings"]) {
  const decision = round?.decision ?? null;
  return {
    task: id,
    gate: gate ?? "pending",
    state,
    round: round?.number ?? null,
    counts: decision?.counts ?? null,
    reasons: decision?.reasons ?? [],
    outstanding: decision?.outstanding ?? [],
    hold,
    findings,
  };
}

/** What `gate check` says with 10 to 12 is not repeated here: to explain has worked. */
function exitCodeFor({ state, round, gate }: TaskView): number {
  if (state === "held") return EXIT_CODES.held.code;
  const isPending = round !== null && (gate === null || gate === "pending");
  return isPending ? EXIT_CODES.pending.code : EXIT_CODES.done.code;
}
