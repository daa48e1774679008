import { oneLine } from "@countersign/api";
import { z } from "zod";
import { keyFor, type McpSession, refuseCall, refuseOutside } from "../tool/session.ts";
import { defineTool, Next } from "../tool/tool.ts";

const MAX_TITLE = 120;

/** Creates a task. Labels and type set by an agent can only make a review stricter. */
export const createTaskTool = defineTool({
  name: "create_task",
  roles: ["planner"],
  description:
    "Open a task for an agent. Describe the goal in description and how a reviewer verifies it in " +
    "acceptance: reviewers get both as the specification. Repeating the call opens no second task.",
  does: "write",
  input: z.object({
    title: z.string().trim().min(1).max(500),
    description: z.string().max(20_000).optional(),
    acceptance: z.array(z.string().trim().min(1).max(2_000)).max(100).optional(),
    priority: z.enum(["P0", "P1", "P2"]).optional(),
    labels: z.array(z.string().min(1).max(200)).max(20).optional(),
    type: z.string().min(1).max(64).optional(),
    assignee: z.string().min(1).max(64).optional(),
  }),
  output: z.object({ task: z.string(), state: z.string(), next: Next }),
  async run(session, wanted) {
    const place = await session.place();
    if (place.is === "outside") refuseOutside();
    const repo = place.is === "worktree" ? place.repo : await findOnlyRepository(session);
    const body = { ...wanted, repo };
    const key = await keyFor(session, "create_task", body);
    const { task, state } = await session.client.createTask({ body, key });
    const next = { do: "create_task", why: "Open the next task, or stop." };
    const text = `${task} "${oneLine(wanted.title, MAX_TITLE)}" is open.`;
    return { data: { task, state, next }, text };
  },
});

/** Returns the only repository that the token can see, for an agent without a known location. */
async function findOnlyRepository({ client }: McpSession): Promise<string> {
  const { items } = await client.listRepositories();
  const [only, another] = items;
  if (only !== undefined && another === undefined) return only.id;
  return refuseCall(
    "invalid_input",
    "This token sees several repositories; connect in one of them.",
  );
}
