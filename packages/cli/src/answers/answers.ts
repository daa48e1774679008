import type { z } from "zod";
import { auditAnswers } from "./audit-answers.ts";
import { gateAnswers } from "./gate-answers.ts";
import { setupAnswers } from "./setup-answers.ts";
import { sprintAnswers } from "./sprint-answers.ts";
import { taskAnswers } from "./task-answers.ts";

/** The data of every answer by its schema's name; `countersign/task.list/1` is `task.list` here. */
export const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  ...taskAnswers,
  ...setupAnswers,
  ...auditAnswers,
  ...gateAnswers,
  ...sprintAnswers,
};
