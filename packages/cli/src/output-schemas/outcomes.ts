import { Answer, ErrorAnswer, State, TaskView } from "@countersign/api";
import { z } from "zod";

/** The time left to undo a decision; null when none is pending. */
export const Grace = TaskView.shape.grace;

/** A refusal, as it is printed on stderr. */
export const FailureAnswer = ErrorAnswer.shape.error
  .pick({ code: true, message: true, hint: true, retryable: true })
  .extend({ docs: z.string() });

/** A person's decision on one task, with the time left to undo it. */
export const Decided = Answer.extend({ grace: Grace });

const Ids = { task: z.string(), finding: z.string().optional() };

/** One outcome per task or finding; a refused one says why. */
function outcomes<Shape extends z.ZodRawShape>(done: string, fields: Shape) {
  return z.array(
    z.union([
      z.object({ ...Ids, outcome: z.literal(done), ...fields }),
      z.object({ ...Ids, outcome: z.literal("refused"), error: FailureAnswer }),
    ]),
  );
}

/** The output of a decision on several tasks. */
export function tasksDecided(done: string) {
  return outcomes(done, { state: State, grace: Grace });
}

/** The output of a decision on several findings. */
export function findingsDisposed(done: string) {
  return outcomes(done, { state: State, gate: TaskView.shape.gate });
}
