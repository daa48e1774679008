import { SprintTarget } from "@countersign/core";
import { z } from "zod";
import { MaybeSprint, SprintTasks, SprintView } from "../schemas/sprint.ts";
import { EVERYBODY, Nothing, type Role } from "../schemas/words.ts";
import { getRoute, postRoute } from "./route.ts";

const PERSON: readonly Role[] = ["human"];

function change<Body extends z.ZodType>(id: string, path: string, summary: string, body: Body) {
  return postRoute({ id, path, summary, roles: PERSON, params: Nothing, body, reply: SprintView });
}

/** Routes for sprints. */
export const sprintRoutes = {
  showSprint: getRoute({
    id: "showSprint",
    path: "/sprint",
    summary: "Show the current or last sprint",
    roles: EVERYBODY,
    params: Nothing,
    query: Nothing,
    reply: MaybeSprint,
  }),
  startSprint: change(
    "startSprint",
    "/sprint",
    "Start a sprint; only one runs at a time",
    z.strictObject({
      tasks: SprintTasks,
      target: SprintTarget.default({ is: "none_ready" }),
      pauseOnFailure: z.boolean().default(false),
    }),
  ),
  pauseSprint: change(
    "pauseSprint",
    "/sprint/pause",
    "Pause the sprint: no work can begin on its tasks",
    Nothing,
  ),
  resumeSprint: change("resumeSprint", "/sprint/resume", "Resume the sprint", Nothing),
  addToSprint: change(
    "addToSprint",
    "/sprint/tasks",
    "Add tasks to the running sprint",
    z.strictObject({ tasks: SprintTasks }),
  ),
  stopSprint: change("stopSprint", "/sprint/stop", "End the running sprint", Nothing),
};
