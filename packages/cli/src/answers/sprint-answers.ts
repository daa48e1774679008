import { SprintView } from "@countersign/api";
import { z } from "zod";

export const sprintAnswers: Readonly<Record<string, z.ZodType>> = {
  "sprint.show": z.object({ sprint: SprintView.nullable() }),
  "sprint.start": SprintView,
  "sprint.pause": SprintView,
  "sprint.resume": SprintView,
  "sprint.add": SprintView,
  "sprint.stop": SprintView,
};
