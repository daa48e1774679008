import { z } from "zod";
import { GapList, RecurringList } from "../schemas/learning.ts";
import { Limit } from "../schemas/query-values.ts";
import { EVERYBODY, Nothing, RepositoryId } from "../schemas/words.ts";
import { getRoute } from "./route.ts";

const query = z.strictObject({ repo: RepositoryId.optional(), limit: Limit.optional() });

export const learningRoutes = {
  listRecurringFindings: getRoute({
    id: "listRecurringFindings",
    path: "/findings/recurring",
    summary: "List recurring findings, and how often they were dismissed",
    roles: EVERYBODY,
    params: Nothing,
    query,
    reply: RecurringList,
  }),
  listPolicyGaps: getRoute({
    id: "listPolicyGaps",
    path: "/policy/gaps",
    summary: "List gaps in the policies, with entries that would close them",
    roles: EVERYBODY,
    params: Nothing,
    query,
    reply: GapList,
  }),
};
