import {
  Answer,
  AssignmentView,
  DiffView,
  GapGroup,
  LogLine,
  RecurringFinding,
  RequirementStatus,
  State,
  StatusView,
  TaskLine,
  TaskView,
  WhyView,
} from "@countersign/api";
import { TaskId } from "@countersign/core";
import { z } from "zod";
import { FailureAnswer } from "./failure-answer.ts";

const Grace = TaskView.shape.grace;
const Finding = TaskView.shape.findings.element;

/** A person's decision, with how long it can be taken back. */
const Decided = Answer.extend({ grace: Grace });

const Ids = { task: z.string(), finding: z.string().optional() };

/** What was done to each of several; one that was refused says why. */
function outcomes<Shape extends z.ZodRawShape>(done: string, fields: Shape) {
  return z.array(
    z.union([
      z.object({ ...Ids, outcome: z.literal(done), ...fields }),
      z.object({ ...Ids, outcome: z.literal("refused"), error: FailureAnswer }),
    ]),
  );
}

const tasksDecided = (done: string) => outcomes(done, { state: State, grace: Grace });
const findingsDisposed = (done: string) =>
  outcomes(done, { state: State, gate: TaskView.shape.gate });

const Section = z.enum(["held", "yours", "ready", "others", "reviewers", "agents", "done"]);

const ChainStep = z.object({
  layer: z.string(),
  status: z.enum([...RequirementStatus.options, "skipped", "unknown"]),
  who: z.array(z.string()),
  verdicts: z.array(z.object({ by: z.string(), opinion: z.string() })),
  because: z.string().nullable(),
  noResult: z.boolean(),
});

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

const ConnectedAgent = z.object({
  agent: z.string(),
  name: z.string(),
  heardMs: z.number().nullable(),
  isTrusted: z.boolean(),
});

const WorktreeCoverage = z.object({
  repo: z.string(),
  root: z.string(),
  branch: z.string().nullable(),
  agent: z.string().nullable(),
  heardMs: z.number().nullable(),
  isUnreported: z.boolean(),
});

export const taskAnswers: Readonly<Record<string, z.ZodType>> = {
  "status.show": StatusView.extend({
    url: z.string(),
    me: z.string(),
    agents: z.array(ConnectedAgent),
    worktrees: z.array(WorktreeCoverage),
  }),
  "board.close": z.object({
    approved: z.int(),
    redone: z.int(),
    rejected: z.int(),
    left: z.int(),
  }),
  "inbox.list": z.array(TaskLine.extend({ section: Section })),
  "task.list": z.array(TaskLine),
  "task.show": TaskView.extend({ task: TaskId }),
  "task.committed": z.object({ task: z.string().nullable() }),
  "task.log": z.array(LogLine),
  "task.diff": DiffView,
  "task.why": WhyView,
  "task.add": Answer,
  "task.import": z.array(
    z.object({
      task: TaskId,
      title: z.string(),
      line: z.int(),
      outcome: z.enum(["opened", "exists"]),
    }),
  ),
  "task.claim": Answer,
  "task.submit": Answer.extend({ next: AssignmentView.nullable() }),
  "task.approve": tasksDecided("approved"),
  "task.cancel": tasksDecided("cancelled"),
  "task.reopen": tasksDecided("reopened"),
  "task.redo": Decided,
  "task.reject": Decided,
  "task.undo": Decided,
  "task.release": Decided,
  "task.override": Decided,
  "review.retry": Decided,
  "review.cancel": Decided,
  "task.mode": Decided,
  "task.review": Decided.extend({ reviewers: z.array(z.string()) }),
  "task.later": z.array(
    z.union([
      z.object({
        task: z.string(),
        outcome: z.enum(["put off", "taken up"]),
        putOff: z.boolean(),
        untilMs: z.number().nullable(),
      }),
      z.object({ task: z.string(), outcome: z.literal("refused"), error: FailureAnswer }),
    ]),
  ),
  "finding.list": z.array(Finding.extend({ task: TaskId })),
  "finding.recurring": z.array(RecurringFinding),
  "finding.show": Finding.extend({ task: TaskId }),
  "finding.dismiss": findingsDisposed("dismissed"),
  "finding.defer": findingsDisposed("deferred"),
  "finding.dispute": findingsDisposed("disputed"),
  "finding.reopen": findingsDisposed("reopened"),
  "gate.explain": GateExplained,
  "policy.gaps": z.object({ gaps: z.array(GapGroup), diff: z.string() }),
  "chain.show": z.array(ChainStep),
  "chain.context": z.object({ text: z.string() }),
};
