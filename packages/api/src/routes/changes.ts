import { z } from "zod";
import { ChangeFiles, RoundList } from "../schemas/change.ts";
import { ContextLines, RoundNumber } from "../schemas/query-values.ts";
import { DiffView } from "../schemas/replies.ts";
import { EVERYBODY, Nothing, TaskPrefix } from "../schemas/words.ts";
import { getRoute } from "./route.ts";

const OneTask = z.strictObject({ task: TaskPrefix });

/** Maximum number of files in one request for patches. */
const MAX_FILES = 200;

const Span = {
  /** Only what changed since this round. Default: the whole change. */
  since: RoundNumber.optional(),
  /** The round to show. Default: the current one. */
  until: RoundNumber.optional(),
};

/** Reads of a change in parts, for pages that show one file at a time. */
export const changeRoutes = {
  listFiles: getRoute({
    id: "listFiles",
    path: "/tasks/{task}/files",
    summary: "List the files of a change with their facts, without their lines",
    roles: EVERYBODY,
    params: OneTask,
    query: z.strictObject(Span),
    reply: ChangeFiles,
  }),
  showPatches: getRoute({
    id: "showPatches",
    path: "/tasks/{task}/patches",
    summary: "Show the patches of named files",
    roles: EVERYBODY,
    params: OneTask,
    query: z.strictObject({
      ...Span,
      /** The paths, as one parameter each. */
      file: z.array(z.string().min(1).max(4_096)).min(1).max(MAX_FILES),
      /** The least number of unchanged lines around each change. Default 3. */
      context: ContextLines.optional(),
    }),
    reply: DiffView,
  }),
  listRounds: getRoute({
    id: "listRounds",
    path: "/tasks/{task}/rounds",
    summary: "List the rounds of a task with their outcome, oldest first",
    roles: EVERYBODY,
    params: OneTask,
    query: Nothing,
    reply: RoundList,
  }),
};
