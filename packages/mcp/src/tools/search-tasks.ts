import { State, TurnHolder } from "@countersign/api";
import { z } from "zod";
import { defineTool, Next } from "../tool/tool.ts";
import { shortTitle } from "../tool/views.ts";

const MAX_READ = 200;

export const searchTasksTool = defineTool({
  name: "search_tasks",
  roles: ["planner", "viewer"],
  description: "Search tasks by words of their title, by state or by turn.",
  does: "read",
  input: z.object({
    query: z.string().max(200).optional(),
    state: State.optional(),
    turn: TurnHolder.optional(),
    limit: z.number().min(1).max(20).default(10),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({
    items: z.array(z.looseObject({ task: z.string() })),
    cursor: z.string().nullable(),
    next: Next,
  }),
  async run({ client }, { query = "", state, turn, limit, cursor }) {
    const wanted = query.trim().toLowerCase();
    const { items, next } = await client.listTasks({
      limit: wanted === "" ? Math.trunc(limit) : MAX_READ,
      ...(state !== undefined && { state: [state] }),
      ...(turn !== undefined && { turn }),
      ...(cursor !== undefined && { after: cursor }),
    });
    const found = items.filter(({ task, title }) =>
      wanted.split(/\s+/).every((word) => `${task} ${title}`.toLowerCase().includes(word)),
    );
    return {
      data: {
        items: found.slice(0, Math.trunc(limit)).map((line) => ({
          task: line.task,
          title: shortTitle(line),
          repo: line.repo,
          state: line.state,
          turn: line.turn.who ?? line.turn.holder,
          gate: line.gate,
          priority: line.priority,
        })),
        cursor: next,
        next: { do: "get_review_status", why: "It says more about one of them." },
      },
      text: `${Math.min(found.length, limit)} tasks.`,
    };
  },
});
