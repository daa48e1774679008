import { actRoutes } from "./acts.ts";
import { approvalRoutes } from "./approvals.ts";
import { assignmentRoutes } from "./assignments.ts";
import { auditRoutes } from "./audit.ts";
import { changeRoutes } from "./changes.ts";
import { decisionRoutes } from "./decisions.ts";
import { engineRoutes } from "./engine.ts";
import { forgeRoutes } from "./forge.ts";
import { keyRoutes } from "./keys.ts";
import { learningRoutes } from "./learning.ts";
import { ownReadingRoutes } from "./own-reading.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { peopleRoutes } from "./people.ts";
import { repositoryRoutes } from "./repositories.ts";
import { sessionRoutes } from "./sessions.ts";
import { sprintRoutes } from "./sprint.ts";
import { taskRoutes } from "./tasks.ts";
import { tokenRoutes } from "./tokens.ts";
import { trustRoutes } from "./trust.ts";
import { workRoutes } from "./work.ts";

/** Every endpoint with a single response, by the name of its client method. The stream is separate. */
export const contract = {
  ...engineRoutes,
  ...repositoryRoutes,
  ...taskRoutes,
  ...changeRoutes,
  ...workRoutes,
  ...assignmentRoutes,
  ...decisionRoutes,
  ...approvalRoutes,
  ...ownReadingRoutes,
  ...sprintRoutes,
  ...tokenRoutes,
  ...sessionRoutes,
  ...peopleRoutes,
  ...keyRoutes,
  ...actRoutes,
  ...passkeyRoutes,
  ...trustRoutes,
  ...forgeRoutes,
  ...auditRoutes,
  ...learningRoutes,
};
export type Contract = typeof contract;
