import { assignmentRoutes } from "./routes/assignments.ts";
import { auditRoutes } from "./routes/audit.ts";
import { decisionRoutes } from "./routes/decisions.ts";
import { engineRoutes } from "./routes/engine.ts";
import { learningRoutes } from "./routes/learning.ts";
import { repositoryRoutes } from "./routes/repositories.ts";
import { sprintRoutes } from "./routes/sprint.ts";
import { taskRoutes } from "./routes/tasks.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { workRoutes } from "./routes/work.ts";

/** Every endpoint with a single response, by the name of its client method. The stream is separate. */
export const contract = {
  ...engineRoutes,
  ...repositoryRoutes,
  ...taskRoutes,
  ...workRoutes,
  ...assignmentRoutes,
  ...decisionRoutes,
  ...sprintRoutes,
  ...tokenRoutes,
  ...auditRoutes,
  ...learningRoutes,
};
export type Contract = typeof contract;
